import { createPrivateKey, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { encodeBase58 } from '../../../contract/encoding/base58.ts'
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
export const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

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
    const reason = error instanceof Error ? error.message : String(error)
    throw new JournalError(
      `Cannot use the chain seed ${path} (${reason}). Move what is there away, with the chain-*.sqlite files beside it, to begin new test chains.`,
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
