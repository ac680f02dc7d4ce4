import type { Failure } from '../../../../contract/errors/failure.ts'
import { balancePath } from '../../../../contract/wallet/balance.ts'
import { signInChallengeOf } from '../../../../contract/wallet/payment/payment-required.ts'
import type { SignInChallenge } from '../../../../contract/wallet/sign-in-challenge.ts'
import { unwanted } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'

const NONE: Failure = {
  kind: 'unexpected_answer',
  message: "This API doesn't support wallet sign-in. It may accept API keys only.",
}

/**
 * The challenge that an API answers a wallet without a sign-in with (contract, "402 variants"): the 402
 * of the wallet's own balance. It says whether, and for which chains, the API takes wallets.
 */
export async function signInChallenge(
  client: Client,
  { credential: _, ...connection }: Connection,
  wallet: string,
  signal: AbortSignal,
): Promise<{ challenge: SignInChallenge } | Failure> {
  const result = await request(
    client,
    connection,
    { method: 'GET', path: balancePath(wallet) },
    {
      signal,
      read: unwanted(NONE),
      readRefusal: (failure) => {
        if (failure.kind !== 'payment_discovery') return undefined
        const challenge = signInChallengeOf(failure.details)
        return challenge && { challenge }
      },
    },
  )
  if (result.ok) return result.value
  return result.failure.kind === 'payment_discovery' ? NONE : result.failure
}
