import type { SignInReason } from '../../../../contract/errors/service-error.ts'
import type { SignInFields } from '../../../../contract/wallet/sign-in.ts'
import { readSignInHeader, refusal, type SignInChains, type SignInRefusal } from './read-sign-in.ts'
import type { SignInNonces } from './sign-in-nonces.ts'
import { type ContractVerifier, isSignedByEvm, isSignedBySolana } from './sign-in-signature.ts'
import { validateSignInTimes } from './sign-in-times.ts'

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

/** A refusal of the times, with the one that it is about. */
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
