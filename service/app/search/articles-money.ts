import type { Article } from './article.ts'

/** Payments and signatures. */
export const MONEY_ARTICLES: readonly Article[] = [
  {
    title: 'x402: payments over HTTP status 402',
    url: 'https://www.x402.org/',
    date: '2025-05-06',
    content:
      'x402 is an open protocol that uses HTTP status 402 Payment Required. The server answers with the payment options it accepts; the client signs one of them and sends the request again with a payment header; a facilitator verifies and settles the payment on a blockchain.',
  },
  {
    title: 'Status 402 Payment Required',
    url: 'https://developer.mozilla.org/docs/Web/HTTP/Reference/Status/402',
    date: '1997-01-01',
    content:
      'Status 402 was reserved for future use when HTTP/1.1 was written, for digital payment. Many APIs send it when prepaid credit is used up, and the x402 protocol gives it a machine-readable body.',
  },
  {
    title: 'EIP-3009: transfer with authorization',
    url: 'https://eips.ethereum.org/EIPS/eip-3009',
    date: '2020-09-28',
    content:
      'EIP-3009 lets the holder of a token sign a transfer that somebody else submits, so that the payer needs no ether for gas. An authorization names payer, payee, value, a window of validity and a random nonce, and each nonce can be used once. USDC implements it.',
  },
  {
    title: 'EIP-712: signing typed data',
    url: 'https://eips.ethereum.org/EIPS/eip-712',
    date: '2017-09-12',
    content:
      'EIP-712 defines how structured data is hashed and signed, so that a wallet can show its fields instead of an opaque hash. The domain separator binds a signature to one contract on one chain, which prevents its replay elsewhere.',
  },
  {
    title: 'EIP-4361: Sign-In with Ethereum',
    url: 'https://eips.ethereum.org/EIPS/eip-4361',
    date: '2021-10-11',
    content:
      'Sign-In with Ethereum proves control of an account by signing a plain text message. The message names the domain, the address, a statement, a URI, the chain id, a nonce and the times between which it is valid. The server must check the domain and accept each nonce once.',
  },
  {
    title: 'Ed25519 signatures',
    url: 'https://www.rfc-editor.org/rfc/rfc8032',
    date: '2017-01-01',
    content:
      'RFC 8032 defines EdDSA with Curve25519. Ed25519 has 32-byte public keys and 64-byte signatures, and the same key and message always give the same signature. Solana accounts are Ed25519 public keys.',
  },
]
