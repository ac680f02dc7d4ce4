import { FAMILIES, type WalletFamily } from './wallet-family.ts'

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
      return signInNotes(wallet)
    case 'payment':
      return paymentNotes(wallet)
    case undefined:
      return []
  }
}

function signInNotes(wallet: WalletFamily): string[] {
  const { chains, signature } = FAMILIES[wallet]
  return [
    'VENDOR_SIGN_IN is one sign-in of a wallet. It works once, for some minutes. To make one:',
    '1. Send this request without it. The 402 has extensions["sign-in-with-x"]: its info holds domain,',
    '   uri, version, nonce, issuedAt and more; of its supportedChains take the chainId that begins with',
    `   ${chains}`,
    wallet === 'evm'
      ? '2. Sign the EIP-4361 text of these fields and your address (personal_sign).'
      : '2. Sign the text of EIP-4361 with "Solana account" for these fields and your address (Ed25519).',
    `3. Take the base64 of the JSON of info with address, chainId, "type": "${signature}" and signature`,
    `   (${wallet === 'evm' ? 'hex with 0x' : 'base58'}).`,
    'The JavaScript view does exactly this: what its signIn() returns is the value.',
  ]
}

function paymentNotes(wallet: WalletFamily): string[] {
  const { chains } = FAMILIES[wallet]
  return [
    'VENDOR_PAYMENT is one signed payment. To make one:',
    '1. Send this request without it. The header PAYMENT-REQUIRED of the 402 is base64 of JSON: of its',
    `   accepts take the one whose network begins with ${chains}`,
    ...(wallet === 'evm'
      ? [
          '2. Sign, as EIP-712, TransferWithAuthorization of its asset (domain: extra.name, extra.version,',
          '   chain id, asset): from you to payTo, value amount, validAfter, validBefore, a random nonce.',
          '3. Take the base64 of the JSON { x402Version: 2, resource, accepted,',
          '   payload: { signature, authorization } }.',
        ]
      : [
          '2. Sign a transaction with TransferChecked of its asset from your token account to that of payTo,',
          '   whose fee payer is extra.feePayer; leave its place for a signature empty.',
          '3. Take the base64 of the JSON { x402Version: 2, resource, accepted, payload: { transaction } }.',
        ]),
    'The JavaScript view does exactly this: what its pay() returns is the value.',
    'Never sign a second one while the outcome of the first is unknown.',
  ]
}
