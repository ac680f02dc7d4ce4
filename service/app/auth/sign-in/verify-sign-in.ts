import type { SignInReason } from '../../../../contract/errors/codes.ts'
import { readSignInHeader, type SignInChains } from './read-sign-in.ts'
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
  | { ok: false; reason: SignInReason }

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
    if (typeof read === 'string') return { ok: false, reason: read }
    const { family, fields, timestamp } = read
    if (!domains.has(fields.domain)) return { ok: false, reason: 'DOMAIN_MISMATCH' }
    const late = validateSignInTimes(fields, timestamp, now())
    if (late !== undefined) return { ok: false, reason: late }
    const isSigned = await (family === 'evm'
      ? isSignedByEvm(read, askChain)
      : isSignedBySolana(read))
    if (!isSigned) return { ok: false, reason: 'INVALID_SIGNATURE' }
    const wallet = family === 'evm' ? fields.address.toLowerCase() : fields.address
    return (await nonces.use(wallet, fields.nonce))
      ? { ok: true, wallet }
      : { ok: false, reason: 'NONCE_REUSED' }
  }
}
