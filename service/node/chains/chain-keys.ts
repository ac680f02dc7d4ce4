import { createPrivateKey, createPublicKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { encodeBase58 } from '../../../contract/encoding/base58.ts'
import { canonicalJson } from '../../../contract/json-text.ts'
import { typedOffer, typedReceipt } from '../../../contract/wallet/payment/offer-receipt.ts'
import { errorMessage } from '../../app/errors.ts'
import type { SignStatement } from '../../app/money/payments/payment-rails.ts'
import { JournalError } from './journal.ts'

/** A key pair of ed25519. */
export interface SolanaKey {
  /** The 32 secret bytes. */
  seed: Uint8Array
  /** The 32 public bytes. */
  publicKey: Uint8Array
  /** The same in base58. */
  address: string
}

/**
 * The accounts that the embedded chains give coins to at their beginning, and those that payments go to where what was
 * paid is signed with their keys. They are worth nothing elsewhere.
 */
export interface ChainKeys {
  /** Secret keys, 32 bytes in hex: who sends settlements, and who may mint test USDC. */
  evm: { facilitator: `0x${string}`; faucet: `0x${string}`; merchant: `0x${string}` }
  solana: { feePayer: SolanaKey; faucet: SolanaKey; merchant: SolanaKey }
}

/** RFC 8410: what precedes the 32 bytes of an ed25519 key in PKCS #8. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The keys of a data directory, derived from one seed that is made at the first start and kept in a
 * file that only this user can read. Without a directory they last as long as the process.
 * @throws JournalError when the file does not hold a seed
 */
export function readOrMakeChainKeys(directory: string | undefined): ChainKeys {
  return deriveKeys(directory === undefined ? randomBytes(32) : keptSeed(directory))
}

function keptSeed(directory: string): Uint8Array {
  const path = join(directory, 'chain-seed')
  const text = readOrMakeSeed(path)
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new JournalError(
      `${path} does not contain a chain seed (64 hex digits). Delete it and the chain-*.sqlite files beside it to begin new test chains.`,
    )
  return Buffer.from(text, 'hex')
}

function readOrMakeSeed(path: string): string {
  try {
    if (!existsSync(path))
      writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
    chmodSync(path, 0o600)
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new JournalError(
      `Cannot use the chain seed ${path} (${errorMessage(error)}). Move what is there away, with the chain-*.sqlite files beside it, to begin new test chains.`,
    )
  }
}

function deriveKeys(seed: Uint8Array): ChainKeys {
  const derive = (role: string) => Buffer.from(hkdfSync('sha256', seed, '', role, 32))
  return {
    evm: {
      facilitator: `0x${derive('evm facilitator').toString('hex')}`,
      faucet: `0x${derive('evm faucet').toString('hex')}`,
      merchant: `0x${derive('evm merchant').toString('hex')}`,
    },
    solana: {
      feePayer: solanaKey(derive('solana fee payer')),
      faucet: solanaKey(derive('solana faucet')),
      merchant: solanaKey(derive('solana merchant')),
    },
  }
}

function solanaKey(seed: Buffer): SolanaKey {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { seed, publicKey, address: encodeBase58(publicKey) }
}

/**
 * Where payments go on the embedded EVM chain: the first 20 bytes of the SHA-256 of
 * "vendor-playground merchant evm". It comes from a hash, so nobody can hold its key.
 */
export const EVM_MERCHANT = '0x023Bd567A9ab6d6CB92cCa1fF4cc49c131502A1b'

/**
 * Where payments go on the embedded Solana chain: the SHA-256 of
 * "vendor-playground merchant solana". It comes from a hash, so nobody can hold its key.
 */
export const SOLANA_MERCHANT = '9ECaLsXJmaQGvZA1Tq7wmGmP417L5NgN9UdgBxcYyryu'

/** Signs as EIP-712 typed data with the key of an EVM recipient. */
export function evmStatements(key: `0x${string}`): SignStatement {
  return async (kind, payload) => {
    const { privateKeyToAccount } = await import('viem/accounts')
    const typed = kind === 'offer' ? typedOffer(payload) : typedReceipt(payload)
    if (typed === undefined) throw new TypeError(`An ${kind} to sign has all its fields`)
    const account = privateKeyToAccount(key)
    const signature = await account.signTypedData(
      typed as Parameters<typeof account.signTypedData>[0],
    )
    return { format: 'eip712', payload, signature }
  }
}

/**
 * Signs as a compact JWS (EdDSA) with the key of a Solana recipient, which the extension has no typed data for. Its `kid` is
 * the `did:key` of the recipient's address, whose 32 bytes are the public key: who knows `payTo` can verify it alone.
 */
export function solanaStatements({ seed, publicKey }: SolanaKey): SignStatement {
  const name = `z${encodeBase58(Uint8Array.from([...ED25519_MULTICODEC, ...publicKey]))}`
  const header = { alg: 'EdDSA', kid: `did:key:${name}#${name}` }
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  return async (_kind, payload) => {
    const parts = [JSON.stringify(header), canonicalJson(payload)]
    const text = parts.map((part) => Buffer.from(part).toString('base64url')).join('.')
    const signature = sign(null, Buffer.from(text), key).toString('base64url')
    return { format: 'jws', signature: `${text}.${signature}` }
  }
}

/** The varint of `ed25519-pub` in the table of multicodecs. */
const ED25519_MULTICODEC = [0xed, 0x01]
