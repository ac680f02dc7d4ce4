import { isWalletAddress } from '../../../../contract/wallet/balance.ts'
import type { Authenticator } from '../../auth/authenticate.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { standardError } from '../../http/http-error.ts'

/**
 * The wallet in the path, which has to be the one that signed in. EVM addresses compare in any letter
 * case, Solana ones exactly.
 * @throws HttpError 400 for no address, 402 without a sign-in, 401 for a bad one, 403 for another wallet's
 */
export async function ownWallet(
  context: AppContext,
  authenticator: Authenticator,
  what: 'balance' | 'transactions',
): Promise<string> {
  const asked = context.req.param('wallet') ?? ''
  if (!isWalletAddress(asked))
    throw standardError(
      400,
      'Invalid wallet address: expected 0x and 40 hex characters, or 32 to 44 of base58.',
      'INVALID_REQUEST',
    )
  const wallet = await authenticator.requireWallet(context)
  const normalized = asked.startsWith('0x') ? asked.toLowerCase() : asked
  if (wallet !== normalized)
    throw standardError(
      403,
      `You can only access ${what} for your own wallet`,
      'X402_WALLET_MISMATCH',
    )
  return wallet
}
