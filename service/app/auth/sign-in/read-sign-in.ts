import { decodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import type { SignInReason } from '../../../../contract/errors/service-error.ts'
import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { isWalletAddress } from '../../../../contract/wallet/balance.ts'
import type { EvmNetwork, SolanaNetwork } from '../../../../contract/wallet/networks.ts'
import {
  parseSignInText,
  type SignInFields,
  signInText,
  structuredSignInSchema,
} from '../../../../contract/wallet/sign-in.ts'

/** The chains whose wallets may sign in. */
export interface SignInChains {
  readonly evm: EvmNetwork
  readonly solana: SolanaNetwork
}

/** A sign-in that says what it must; whether it is true is checked afterwards. */
interface ReadSignIn {
  readonly family: 'evm' | 'solana'
  /** As signed. */
  readonly address: string
  readonly message: string
  readonly signature: string
  /** Read back out of the signed text, so what is enforced is what was signed. */
  readonly fields: SignInFields
  /** Unix milliseconds, beside the text. */
  readonly timestamp: number | undefined
}

/** Why a sign-in is refused, and what of it: a field, and what it says where that is nothing to keep quiet. */
export interface SignInRefusal {
  readonly reason: SignInReason
  readonly detail?: string
}

/** A refusal that names a field, and its value where it is given: never a signature, a nonce or a text. */
export function refusal(reason: SignInReason, field: string, ...found: unknown[]): SignInRefusal {
  const values = found.map((value) => (JSON.stringify(value) ?? 'missing').slice(0, 80))
  return { reason, detail: [field, ...values].join(': ') }
}

/** Longest signed text that is accepted, characters. */
const MAX_MESSAGE_CHARS = 4_096

/**
 * Reads a `SIGN-IN-WITH-X` header in either public shape or their union, in every spelling that means one thing;
 * or the reason why it cannot be one. `checksum` gives an EVM address its mixed-case spelling, which is how texts
 * name it.
 */
export function readSignInHeader(
  header: string,
  chains: SignInChains,
  checksum: (address: string) => string,
): ReadSignIn | SignInRefusal {
  const decoded = decodeBase64Json(header.trim())
  if (decoded === undefined) return { reason: 'PARSE_ERROR' }
  if (!isJsonObject(decoded)) return { reason: 'INVALID_PAYLOAD' }
  const { address, signature, chainId } = decoded
  if (typeof address !== 'string') return refusal('INVALID_PAYLOAD', 'address', address)
  if (typeof signature !== 'string') return refusal('INVALID_PAYLOAD', 'signature')
  const timestamp = readTimestamp(decoded['timestamp'])
  if (timestamp === 'unreadable')
    return refusal('INVALID_PAYLOAD', 'timestamp', decoded['timestamp'])
  const declared = chainId === undefined ? undefined : chainOf(chainId, chains)
  if (chainId !== undefined && declared === undefined)
    return refusal('INVALID_CHAIN_ID', 'chainId', chainId)
  if (!isWalletAddress(address)) return refusal('INVALID_WALLET', 'address', address)

  const message = decoded['message'] ?? rebuiltText(decoded, declared?.id, checksum)
  if (message === undefined)
    return refusal('INVALID_PAYLOAD', missingField({ ...decoded, chainId: declared?.id }))
  if (typeof message !== 'string' || message.length > MAX_MESSAGE_CHARS)
    return refusal('INVALID_MESSAGE', 'message')
  const fields = parseText(message)
  if (fields === undefined)
    return refusal(isWithoutNonce(message) ? 'MISSING_NONCE' : 'INVALID_MESSAGE', 'message')
  if (fields.nonce.trim() === '') return refusal('MISSING_NONCE', 'nonce')
  if (fields.version !== '1') return refusal('INVALID_MESSAGE', 'version', fields.version)
  const family = fields.chainId.startsWith('eip155:') ? 'evm' : 'solana'
  if (!isSameAddress(family, fields.address, address))
    return refusal('ADDRESS_MISMATCH', 'address', address)
  const signed = chainOf(fields.chainId, chains)
  if (signed === undefined) return refusal('UNSUPPORTED_CHAIN', 'Chain ID', fields.chainId)
  if (declared !== undefined && declared.id !== signed.id)
    return refusal('CHAIN_MISMATCH', 'chainId', chainId)
  return { family, address: fields.address, message, signature, fields, timestamp }
}

/** A chain by its CAIP-2 id, or by what follows in it: a number, decimal text or, as wallets have it, hex. */
function chainOf(value: unknown, { evm, solana }: SignInChains) {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const short = text.replace(/^(?:eip155|solana):/, '')
  const number = /^0x[0-9a-fA-F]{1,12}$/.test(short) ? String(Number(short)) : short
  if (number === String(evm.chainId) && !text.startsWith('solana:')) return evm
  return `solana:${short}` === solana.id && !text.startsWith('eip155:') ? solana : undefined
}

/** Below it, a number is of seconds: as milliseconds it would be before 1973. */
const SECONDS_BELOW = 100_000_000_000

/** A time beside the text as Unix ms: written in ms or seconds, as a number or as text, or in ISO 8601. */
function readTimestamp(value: unknown): number | 'unreadable' | undefined {
  if (value === undefined) return undefined
  const number =
    typeof value === 'string' && /^\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value
  if (typeof number === 'number') return Math.abs(number) < SECONDS_BELOW ? number * 1000 : number
  const time = typeof value === 'string' ? parseTime(value) : Number.NaN
  return Number.isNaN(time) ? 'unreadable' : time
}

function missingField(decoded: JsonObject & { chainId: string | undefined }): string {
  const { error } = structuredSignInSchema.safeParse({ version: '1', type: '', ...decoded })
  return String(error?.issues[0]?.path[0] ?? 'message')
}

/** The text of the structured shape. Undefined when a field is missing; '' when no text can hold them. */
function rebuiltText(
  decoded: JsonObject,
  chainId: string | undefined,
  checksum: (address: string) => string,
): string | undefined {
  const fields = structuredSignInSchema.safeParse({
    ...decoded,
    chainId,
    version: decoded['version'] ?? '1',
    type: decoded['type'] ?? '',
  }).data
  if (fields === undefined) return undefined
  const address = fields.chainId.startsWith('eip155:') ? checksum(fields.address) : fields.address
  return signInText({ ...fields, address }) ?? ''
}

/**
 * Some wallets end every line with CRLF, and some on Solana name the cluster by its whole CAIP-2 id; that means the
 * same. The signature is of the text as it came.
 */
function parseText(message: string): SignInFields | undefined {
  const isCrlf = !/(?:^|[^\r])\n/.test(message)
  const text = isCrlf ? message.replaceAll('\r\n', '\n') : message
  return (
    parseSignInText(text) ?? parseSignInText(text.replace('\nChain ID: solana:', '\nChain ID: '))
  )
}

function isWithoutNonce(message: string): boolean {
  return (
    /^\S+ wants you to sign in with your (?:Ethereum|Solana) account:\r?\n/.test(message) &&
    !/^Nonce: .+$/m.test(message)
  )
}

function isSameAddress(family: 'evm' | 'solana', a: string, b: string): boolean {
  return family === 'evm' ? a.toLowerCase() === b.toLowerCase() : a === b
}

/** Oldest sign-in that is accepted, ms. */
const MAX_AGE_MS = 300_000

/** How far a clock may be ahead, and a timestamp beside the text off it, ms. */
const MAX_SKEW_MS = 30_000

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** What is wrong with the times of a sign-in at `now` (Unix ms), if anything. */
export function validateSignInTimes(
  { issuedAt, expirationTime, notBefore }: SignInFields,
  timestamp: number | undefined,
  now: number,
): SignInReason | undefined {
  const issued = parseTime(issuedAt)
  if (Number.isNaN(issued)) return 'INVALID_MESSAGE'
  if (timestamp !== undefined && !(Math.abs(timestamp - issued) <= MAX_SKEW_MS))
    return 'TIMESTAMP_MISMATCH'
  if (now - issued > MAX_AGE_MS) return 'EXPIRED'
  if (issued - now > MAX_SKEW_MS) return 'FUTURE_TIMESTAMP'
  // Written so that a time that is none refuses too.
  if (expirationTime !== undefined && !(parseTime(expirationTime) > now)) return 'EXPIRED'
  if (notBefore !== undefined && !(parseTime(notBefore) <= now)) return 'NOT_BEFORE'
  return undefined
}

/** Unix ms of an ISO 8601 time; NaN for what merely looks like one. */
function parseTime(text: string): number {
  return ISO_TIME.test(text) ? Date.parse(text) : Number.NaN
}
