import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

import { encodeBase58 } from '../../contract/encoding/base58.ts'
import { encodeBase64Json } from '../../contract/encoding/bytes.ts'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../contract/wallet/networks.ts'
import { type SignInFields, signInText, unionSignIn } from '../../contract/wallet/sign-in.ts'

/** A wallet that signs what it is given. */
export interface TestWallet {
  address: string
  /** CAIP-2 of the chain it signs in on. */
  chainId: string
  signMessage(message: string): Promise<string>
}

/** An EVM account with a random key. */
export function evmWallet(key = generatePrivateKey()) {
  const account = privateKeyToAccount(key)
  return {
    account,
    address: account.address,
    chainId: BASE_SEPOLIA.id,
    signMessage: (message: string): Promise<string> => account.signMessage({ message }),
  }
}

/** A Solana account with a random key; `signBytes` gives the 64 raw bytes. */
export function solanaWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const signBytes = (message: string) => sign(null, Buffer.from(message), privateKey)
  return {
    address: encodeBase58(raw),
    chainId: SOLANA_DEVNET.id,
    /** 32 bytes of the private key, as @solana/kit takes them. */
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    signBytes,
    signMessage: (message: string) => Promise.resolve(encodeBase58(signBytes(message))),
  }
}

/** What a wallet signs to use a service, fresh each time. `origin` as in `http://127.0.0.1:4310`. */
export function signInFields(
  wallet: TestWallet,
  origin: string,
  over: Partial<SignInFields> = {},
): SignInFields {
  return {
    domain: new URL(origin).host,
    address: wallet.address,
    statement: 'Sign in to the inference API',
    uri: `${origin}/api/v1/chat/completions`,
    version: '1',
    chainId: wallet.chainId,
    nonce: randomBytes(16).toString('hex'),
    issuedAt: new Date().toISOString(),
    expirationTime: new Date(Date.now() + 240_000).toISOString(),
    ...over,
  }
}

/** A sign-in header object: the union of both shapes, signed. */
export async function signedUnion(
  wallet: TestWallet,
  origin: string,
  over: Partial<SignInFields> = {},
) {
  const fields = signInFields(wallet, origin, over)
  const union = unionSignIn(fields, await wallet.signMessage(signInText(fields) ?? ''))
  if (union === undefined) throw new Error('These fields give no text')
  return union
}

/** A fresh, valid `SIGN-IN-WITH-X` header of a wallet. */
export async function signInHeaders(
  wallet: TestWallet,
  origin: string,
  over: Partial<SignInFields> = {},
): Promise<Record<string, string>> {
  return { 'SIGN-IN-WITH-X': encodeBase64Json(await signedUnion(wallet, origin, over)) }
}
