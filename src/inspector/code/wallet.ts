import type { CodeRequest, SecretHeader } from './code-request.ts'
import { quotedText } from './literal.ts'

/** What a JavaScript module needs so that a wallet signs for its request; empty for a key's. */
interface WalletCode {
  imports: readonly string[]
  /** Functions that make a header each time they are called. */
  functions: readonly string[]
}

const SIGN_IN = [
  '// Asks for a challenge and signs it: each sign-in works once.',
  'async function signIn(method, url) {',
  '  const asked = await fetch(url, { method });',
  '  const { extensions } = await asked.json();',
  '  const { info, supportedChains } = extensions["sign-in-with-x"];',
  '  const chain = supportedChains.find(({ chainId }) => chainId.startsWith("eip155:"));',
  '  const proof = { ...info, chainId: chain.chainId, type: "eip191" };',
  '  return encodeSIWxHeader(await createSIWxPayload(proof, account, url));',
  '}',
]

const PAY = [
  '// Signs what the service asks for, and no more than the limit. Run it once: a payment whose',
  '// outcome is unknown is looked up in the balance, never signed again.',
  'async function pay(url) {',
  '  const asked = await fetch(url, { method: "POST" });',
  '  const required = decodePaymentRequiredHeader(asked.headers.get("PAYMENT-REQUIRED"));',
  '  const client = new x402Client().register("eip155:*", new ExactEvmScheme(account));',
  '  client.setSpendControls({ maxAmountPerPayment: "$10" });',
  '  const accepts = required.accepts.filter(({ network }) => network.startsWith("eip155:"));',
  '  const payment = await client.createPaymentPayload({ ...required, accepts });',
  '  return encodePaymentSignatureHeader(payment);',
  '}',
]

/** The part of a module that signs in and pays with a wallet whose key is in the environment. */
export function walletCode({ secrets }: CodeRequest): WalletCode {
  const signsIn = secrets.some(({ by }) => by === 'sign-in')
  const pays = secrets.some(({ by }) => by === 'payment')
  if (!signsIn && !pays) return { imports: [], functions: [] }
  return {
    imports: [
      ...(pays
        ? [
            'import { x402Client } from "@x402/core/client";',
            'import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http";',
            'import { ExactEvmScheme } from "@x402/evm/exact/client";',
          ]
        : []),
      ...(signsIn
        ? ['import { createSIWxPayload, encodeSIWxHeader } from "@x402/extensions/sign-in-with-x";']
        : []),
      'import { privateKeyToAccount } from "viem/accounts";',
    ],
    functions: [
      '// The private key of an EVM wallet: 0x and 64 hexadecimal digits.',
      'const account = privateKeyToAccount(process.env["EVM_PRIVATE_KEY"]);',
      '',
      ...(signsIn ? [...SIGN_IN, ''] : []),
      ...(pays ? [...PAY, ''] : []),
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

/** What someone has to install besides what the language's own hint says. */
export const WALLET_PACKAGES = '@x402/core @x402/evm @x402/extensions viem'
