import type { CodeRequest, SecretHeader } from './code-request.ts'
import { quotedText } from './literal.ts'
import { type FamilyCode, FAMILIES } from './wallet-family.ts'

interface WalletCode {
  imports: readonly string[]
  /** Functions that make a header each time they are called. */
  functions: readonly string[]
}

function signInFunction({ chains, signature }: FamilyCode): string[] {
  return [
    '// Asks for a challenge and signs it: each sign-in works once.',
    'async function signIn(method, url) {',
    '  const asked = await fetch(url, { method });',
    '  const { extensions } = await asked.json();',
    '  const { info, supportedChains } = extensions["sign-in-with-x"];',
    `  const chain = supportedChains.find(({ chainId }) => chainId.startsWith("${chains}"));`,
    `  const proof = { ...info, chainId: chain.chainId, type: "${signature}" };`,
    '  return encodeSIWxHeader(await createSIWxPayload(proof, account, url));',
    '}',
  ]
}

function payFunction({ chains, scheme }: FamilyCode): string[] {
  return [
    '// Signs what the service asks for, and no more than the limit. Run it once: a payment whose',
    '// outcome is unknown is looked up in the balance, never signed again.',
    'async function pay(url) {',
    '  const asked = await fetch(url, { method: "POST" });',
    '  const required = decodePaymentRequiredHeader(asked.headers.get("PAYMENT-REQUIRED"));',
    `  const client = new x402Client().register("${chains}*", ${scheme});`,
    '  client.setSpendControls({ maxAmountPerPayment: "$10" });',
    `  const accepts = required.accepts.filter(({ network }) => network.startsWith("${chains}"));`,
    '  const payment = await client.createPaymentPayload({ ...required, accepts });',
    '  return encodePaymentSignatureHeader(payment);',
    '}',
  ]
}

/** The part of a module that signs in and pays with a wallet whose key is in the environment. */
export function walletCode({ secrets, wallet }: CodeRequest): WalletCode {
  const signsIn = secrets.some(({ by }) => by === 'sign-in')
  const pays = secrets.some(({ by }) => by === 'payment')
  if (!signsIn && !pays) return { imports: [], functions: [] }
  const family = FAMILIES[wallet]
  return {
    imports: [
      ...(pays
        ? [
            'import { x402Client } from "@x402/core/client";',
            'import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http";',
            family.payImport,
          ]
        : []),
      ...(signsIn
        ? ['import { createSIWxPayload, encodeSIWxHeader } from "@x402/extensions/sign-in-with-x";']
        : []),
      ...family.imports,
    ],
    functions: [
      ...family.account,
      '',
      ...(signsIn ? [...signInFunction(family), ''] : []),
      ...(pays ? [...payFunction(family), ''] : []),
    ],
  }
}

/** The expression of a JavaScript module that gives a header's value. */
export function headerExpression(
  { prefix, variable, by }: SecretHeader,
  { method, baseUrl, path }: CodeRequest,
): string {
  const url = quotedText(baseUrl + path)
  if (by === 'sign-in') return `await signIn(${quotedText(method)}, ${url})`
  if (by === 'payment') return `await pay(${url})`
  const value = `process.env["${variable}"]`
  return prefix === '' ? value : `\`${prefix}\${${value}}\``
}
