import type { SignInReason } from '../../../../contract/errors/codes.ts'
import { isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { isWalletAddress } from '../../../../contract/wallet/balance.ts'
import { decodeBase64Json } from '../../../../contract/wallet/base64-json.ts'
import type { EvmNetwork, SolanaNetwork } from '../../../../contract/wallet/networks.ts'
import { parseSignInText } from '../../../../contract/wallet/parse-sign-in-text.ts'
import { type SignInFields, signInText } from '../../../../contract/wallet/sign-in-text.ts'
import { structuredSignInSchema } from '../../../../contract/wallet/sign-in.ts'

/** The chains whose wallets may sign in. */
export interface SignInChains {
  readonly evm: EvmNetwork
  readonly solana: SolanaNetwork
}

/** A sign-in that says what it must; whether it is true is checked afterwards. */
export interface ReadSignIn {
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

/** Longest signed text that is accepted, characters. */
const MAX_MESSAGE_CHARS = 4_096

/**
 * Reads a `SIGN-IN-WITH-X` header in either public shape or their union; or the reason why it cannot
 * be one. `checksum` gives an EVM address its mixed-case spelling, which is how texts name it.
 */
export function readSignInHeader(
  header: string,
  chains: SignInChains,
  checksum: (address: string) => string,
): ReadSignIn | SignInReason {
  const decoded = decodeBase64Json(header.trim())
  if (decoded === undefined) return 'PARSE_ERROR'
  if (!isJsonObject(decoded)) return 'INVALID_PAYLOAD'
  const { address, signature, timestamp, chainId } = decoded
  if (typeof address !== 'string' || typeof signature !== 'string') return 'INVALID_PAYLOAD'
  if (timestamp !== undefined && typeof timestamp !== 'number') return 'INVALID_PAYLOAD'
  const declared = chainId === undefined ? undefined : chainOf(chainId, chains)
  if (chainId !== undefined && declared === undefined) return 'INVALID_CHAIN_ID'
  if (!isWalletAddress(address)) return 'INVALID_WALLET'

  const message = decoded['message'] ?? rebuiltText(decoded, declared?.id, checksum)
  if (message === undefined) return 'INVALID_PAYLOAD'
  if (typeof message !== 'string' || message.length > MAX_MESSAGE_CHARS) return 'INVALID_MESSAGE'
  const fields = parseText(message)
  if (fields === undefined) return isWithoutNonce(message) ? 'MISSING_NONCE' : 'INVALID_MESSAGE'
  if (fields.nonce.trim() === '') return 'MISSING_NONCE'
  if (fields.version !== '1') return 'INVALID_MESSAGE'
  const family = fields.chainId.startsWith('eip155:') ? 'evm' : 'solana'
  if (!isSameAddress(family, fields.address, address)) return 'ADDRESS_MISMATCH'
  const signed = chainOf(fields.chainId, chains)
  if (signed === undefined) return 'UNSUPPORTED_CHAIN'
  if (declared !== undefined && declared.id !== signed.id) return 'CHAIN_MISMATCH'
  return { family, address: fields.address, message, signature, fields, timestamp }
}

function chainOf(value: unknown, { evm, solana }: SignInChains) {
  const text = typeof value === 'number' ? String(value) : value
  if (text === evm.id || text === String(evm.chainId)) return evm
  return text === solana.id || text === solana.id.slice('solana:'.length) ? solana : undefined
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

/** Some Solana wallets name the cluster by its whole CAIP-2 id; that means the same. */
function parseText(message: string): SignInFields | undefined {
  return (
    parseSignInText(message) ??
    parseSignInText(message.replace('\nChain ID: solana:', '\nChain ID: '))
  )
}

function isWithoutNonce(message: string): boolean {
  return (
    /^\S+ wants you to sign in with your (?:Ethereum|Solana) account:\n/.test(message) &&
    !/^Nonce: .+$/m.test(message)
  )
}

function isSameAddress(family: 'evm' | 'solana', a: string, b: string): boolean {
  return family === 'evm' ? a.toLowerCase() === b.toLowerCase() : a === b
}
