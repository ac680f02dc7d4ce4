import type { Failure } from '../../../../contract/errors/failure.ts'
import { balancePath } from '../../../../contract/wallet/balance.ts'
import { signInChallengeOf } from '../../../../contract/wallet/payment-required.ts'
import type { SignInChallenge } from '../../../../contract/wallet/sign-in-challenge.ts'
import type { Connection } from '../connection/connection.ts'
import { closeCall, openCall } from '../http.ts'

/**
 * The challenge that an API answers a wallet without a sign-in with (contract, "402 variants"): the 402
 * of the wallet's own balance. It says whether, and for which chains, the API takes wallets.
 */
export async function signInChallenge(
  { credential: _, ...connection }: Connection,
  wallet: string,
  signal: AbortSignal,
): Promise<{ challenge: SignInChallenge } | Failure> {
  const opened = await openCall(connection, {
    method: 'GET',
    path: balancePath(wallet),
    signal,
  })
  const none: Failure = {
    kind: 'unexpected_answer',
    message: 'This API did not answer with a wallet sign-in: it may take API keys only.',
  }
  if (opened.ok) {
    closeCall(opened.call, 'done')
    return none
  }
  const { failure, call } = opened
  if (failure.kind !== 'payment_discovery') return failure
  const challenge = signInChallengeOf(failure.details)
  if (challenge === undefined) return none
  closeCall(call, 'done')
  return { challenge }
}
