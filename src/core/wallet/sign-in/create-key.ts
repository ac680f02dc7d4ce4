import type { Failure } from '../../../../contract/errors/failure.ts'
import type { Connection } from '../../client/connection/connections.ts'
import { apiKeyCredential } from '../../client/connection/credential.ts'
import { walletProblemOf } from '../session/wallet-problem.ts'
import type { WalletProblem, WalletSession } from '../session/wallet-session.ts'
import { currentOwner, type Owner, unreachable } from '../state/owner.ts'
import { rejectOnAbort } from '../wait.ts'
import type { Wallet } from '../wallet.ts'
import { signedOrigin } from './wallet-credential.ts'

/** Why no key was made: the wallet did not sign, or the API refused. */
export type KeyTrouble = { problem: WalletProblem } | { failure: Failure }

/** Whether a wallet could get a key at an API: one of EVM that prompts, behind no relay that a person did not agree to. */
export function mayHaveKey(session: WalletSession, connection: Connection): boolean {
  return (
    session.family === 'evm' &&
    session.kind !== 'pocket' &&
    connection.kind !== 'practice' &&
    signedOrigin(connection) !== undefined
  )
}

/**
 * Has the wallet sign a token that a person was shown, and uses the key that the API returns for it, in memory. A signature
 * that comes after it was given up, or for another API or wallet than are in use by then, is never sent. Never rejects;
 * undefined when the key is in use, or it was given up.
 */
export async function createKey(
  wallet: Pick<Wallet, 'api' | 'connections' | 'drivers' | 'session'>,
  owner: Owner,
  token: string,
  signal: AbortSignal,
): Promise<KeyTrouble | undefined> {
  const { connection, session, origin, id } = owner
  const { address } = session
  const isOver = () => signal.aborted || currentOwner(wallet)?.id !== id
  const sign = async () => {
    const driver = await wallet.drivers.evm()
    // Given up while the code of the wallet was fetched: it is not asked at all.
    signal.throwIfAborted()
    return driver.signText(address, token)
  }
  let signature: string
  try {
    signature = await Promise.race([sign(), rejectOnAbort(signal, () => new Error('cancelled'))])
  } catch (error) {
    return signal.aborted ? undefined : { problem: walletProblemOf(error) }
  }
  if (isOver()) return undefined
  const result = await wallet.api
    .web3Key(connection, { address, token, signature }, signal)
    .catch(() => unreachable(owner))
  if (isOver()) return undefined
  if (!('apiKey' in result)) return { failure: result }
  wallet.connections.payWithKey({
    ...apiKeyCredential(result.apiKey, origin),
    madeBy: address,
  })
  return undefined
}
