import { FAMILIES, type WalletFamily } from './wallet-family.ts'

/** As much as the inspector shows beside one another at its first width, comment sign included. */
const LINE = 56

/**
 * How a header that a wallet signs is made, for languages without a package for it: comment lines that
 * say every step (contract "Authentication" 2 and 3).
 */
export function walletNotes(
  header: 'sign-in' | 'payment' | undefined,
  wallet: WalletFamily,
): string[] {
  switch (header) {
    case 'sign-in':
      return signInNotes(wallet).flatMap(wrapped)
    case 'payment':
      return paymentNotes(wallet).flatMap(wrapped)
    case undefined:
      return []
  }
}

function signInNotes(wallet: WalletFamily): string[] {
  const { chains, signature } = FAMILIES[wallet]
  const text =
    wallet === 'evm'
      ? 'the EIP-4361 text of these fields and your wallet address, by personal_sign; the signature is hex with 0x.'
      : 'the text of EIP-4361, with "Solana account" in it, of these fields and your wallet address, by Ed25519; the signature is base58.'
  return [
    'VENDOR_SIGN_IN is one sign-in of a wallet. It works once, for some minutes. To make one:',
    `1. Send this request without it. In the 402, extensions["sign-in-with-x"] has info (domain, uri, version, nonce, issuedAt and more) and supportedChains: take the chainId that begins with ${chains}`,
    `2. Sign ${text}`,
    `3. Take the base64 of the JSON of info with your wallet address, chainId, "type": "${signature}" and signature.`,
    'The JavaScript view does exactly this: what its signIn() returns is the value.',
  ]
}

function paymentNotes(wallet: WalletFamily): string[] {
  const { chains } = FAMILIES[wallet]
  const [signing, payload] =
    wallet === 'evm'
      ? [
          'Sign, as EIP-712, TransferWithAuthorization of its asset (domain: extra.name, extra.version, the chain ID, asset): from you to payTo, value is amount, with validAfter, validBefore and a random nonce.',
          '{ signature, authorization }',
        ]
      : [
          'Sign a transaction with TransferChecked of its asset, amount from your token account to that of payTo; its fee payer is extra.feePayer, whose signature stays empty.',
          '{ transaction }',
        ]
  return [
    'VENDOR_PAYMENT is one signed payment. To make one:',
    `1. Send this request without it. The header PAYMENT-REQUIRED of the 402 is base64 of JSON: of its accepts take the one whose network begins with ${chains}`,
    `2. ${signing}`,
    `3. Take the base64 of the JSON { x402Version: 2, resource, accepted, payload: ${payload} }.`,
    'The JavaScript view does exactly this: what its pay() returns is the value.',
    'Never sign a second one while the outcome of the first is unknown.',
  ]
}

/** A sentence in lines, those of a numbered step indented below its first. */
function wrapped(sentence: string): string[] {
  const indent = /^\d\. /.test(sentence) ? '   ' : ''
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(word)
    else if (last.length + 1 + word.length <= LINE) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
