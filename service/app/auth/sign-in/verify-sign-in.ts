import { decodeBase58 } from '../../../../contract/encoding/base58.ts'
import { decodeBase64 } from '../../../../contract/encoding/bytes.ts'
import type { SignInReason } from '../../../../contract/errors/service-error.ts'
import type { SignInFields } from '../../../../contract/wallet/sign-in.ts'
import type { SignInNonces } from '../discovery.ts'
import {
  readSignInHeader,
  refusal,
  type SignInChains,
  type SignInRefusal,
  validateSignInTimes,
} from './read-sign-in.ts'

/** A wallet that proved to be who it says, or why not. */
export type SignInResult =
  | {
      ok: true
      /** Lower case on EVM, exact on Solana. */
      wallet: string
    }
  | ({ ok: false } & SignInRefusal)

/** Validates the value of a sign-in header. */
export type SignInVerifier = (header: string) => Promise<SignInResult>

/** What sign-ins are validated by. */
export interface SignInRules {
  chains: SignInChains
  /** The domains that a sign-in may name. */
  domains: ReadonlySet<string>
  nonces: SignInNonces
  /** How contract wallets are checked; absent accepts ordinary accounts only. */
  askChain?: ContractVerifier | undefined
  now?: () => number
}

/**
 * Validates sign-ins in the provider's order: shape, text, wallet, chain, domain, times, signature, nonce.
 * The nonce is used up once the signature is right, whatever becomes of the request.
 */
export function createSignInVerifier(rules: SignInRules): SignInVerifier {
  const { chains, domains, nonces, askChain, now = Date.now } = rules
  return async (header) => {
    const { getAddress, isAddress } = await import('viem')
    const checksum = (address: string) =>
      isAddress(address, { strict: false }) ? getAddress(address) : address
    const read = readSignInHeader(header, chains, checksum)
    if ('reason' in read) return { ok: false, ...read }
    const { family, fields, timestamp } = read
    if (!domains.has(fields.domain))
      return { ok: false, ...refusal('DOMAIN_MISMATCH', 'domain', fields.domain) }
    const late = validateSignInTimes(fields, timestamp, now())
    if (late !== undefined) return { ok: false, ...refusedTime(late, fields, timestamp) }
    const isSigned = await (family === 'evm'
      ? isSignedByEvm(read, askChain)
      : isSignedBySolana(read))
    if (!isSigned) return { ok: false, ...refusal('INVALID_SIGNATURE', 'signature') }
    const wallet = family === 'evm' ? fields.address.toLowerCase() : fields.address
    return (await nonces.use(wallet, fields.nonce))
      ? { ok: true, wallet }
      : { ok: false, ...refusal('NONCE_REUSED', 'nonce') }
  }
}

function refusedTime(
  reason: SignInReason,
  { issuedAt, notBefore }: SignInFields,
  timestamp: number | undefined,
): SignInRefusal {
  if (reason === 'TIMESTAMP_MISMATCH') return refusal(reason, 'timestamp', timestamp)
  return reason === 'NOT_BEFORE'
    ? refusal(reason, 'Not Before', notBefore)
    : refusal(reason, 'Issued At', issuedAt)
}

/** A signed text and who is said to have signed it. */
export interface SignedText {
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** Asks a chain whether a contract wallet signed: EIP-1271, and ERC-6492 before it is deployed. */
export type ContractVerifier = (signed: SignedText) => Promise<boolean>

/**
 * Whether an EVM wallet signed a text (EIP-191). The signature of an ordinary account is checked here;
 * any other is put to the chain, when there is one to ask.
 */
export async function isSignedByEvm(
  signed: SignedText,
  askChain: ContractVerifier | undefined,
): Promise<boolean> {
  const { verifyMessage } = await import('viem')
  const { address, message } = signed
  // Some wallets leave it out.
  const signature = /^[0-9a-fA-F]+$/.test(signed.signature)
    ? `0x${signed.signature}`
    : signed.signature
  const whole = wholeSignature(signature)
  if (!isHex(address) || !isHex(whole)) return false
  const own = await verifyMessage({ address, message, signature: whole }).catch(() => false)
  return (
    own || (askChain !== undefined && (await askChain({ ...signed, signature }).catch(() => false)))
  )
}

/** Whether a Solana wallet signed the UTF-8 bytes of a text: Ed25519, in base58 or base64. */
async function isSignedBySolana({ address, message, signature }: SignedText): Promise<boolean> {
  const key = decodeBase58(address)
  const bytes = signatureBytes(signature)
  if (key?.length !== 32 || bytes === undefined) return false
  try {
    const publicKey = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    const signed = new TextEncoder().encode(message)
    return await crypto.subtle.verify('Ed25519', publicKey, bytes, signed)
  } catch {
    return false
  }
}

function signatureBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  const base58 = decodeBase58(text)
  if (base58?.length === 64) return base58
  const base64 = /^[A-Za-z0-9+/]{86}(==)?$/.test(text) ? decodeBase64(text) : undefined
  return base64?.length === 64 ? base64 : undefined
}

/** The 65 bytes of an account's signature for the 64 of EIP-2098, whose highest bit of `s` says the recovery. */
function wholeSignature(hex: string): string {
  if (!/^0x[0-9a-fA-F]{128}$/.test(hex)) return hex
  const first = Number.parseInt(hex.slice(66, 68), 16)
  const s = (first & 0x7f).toString(16).padStart(2, '0') + hex.slice(68)
  return hex.slice(0, 66) + s + (first & 0x80 ? '1c' : '1b')
}

function isHex(text: string): text is `0x${string}` {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(text)
}
