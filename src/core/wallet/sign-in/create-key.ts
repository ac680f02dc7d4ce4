import type { Failure } from '../../../../contract/errors/failure.ts'
import type { Client } from '../../client/client.ts'
import { apiKeyCredential } from '../../client/connection/credential.ts'
import { web3Key } from '../../client/wallet/web3-key.ts'
import { walletProblemOf } from '../session/wallet-problem.ts'
import type { WalletProblem } from '../session/wallet-session.ts'
import { type Owner, ownerOf } from '../state/owner.ts'
import { rejectOnAbort } from '../wait.ts'
import type { Wallet } from '../wallet.ts'

/** Why no key was made: the wallet did not sign, or the API refused. */
export type KeyTrouble = { problem: WalletProblem } | { failure: Failure }

/**
 * Has the wallet sign a token that a person was shown, and uses the key that the API returns for it, in memory. A signature
 * that comes after it was given up, or for another API or wallet than are in use by then, is never sent. Never rejects;
 * undefined when the key is in use, or it was given up.
 */
export async function createKey(
  client: Client,
  wallet: Pick<Wallet, 'drivers' | 'session'>,
  owner: Owner,
  token: string,
  signal: AbortSignal,
): Promise<KeyTrouble | undefined> {
  const { connection, session, origin, id } = owner
  const { address } = session
  const isOver = () => {
    const { connection: current } = client.connections.store.getState()
    return signal.aborted || ownerOf(current, wallet.session.getState().session)?.id !== id
  }
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
  const result = await web3Key(client, connection, { address, token, signature }, signal)
  if (isOver()) return undefined
  if (!('apiKey' in result)) return { failure: result }
  client.connections.payWithKey({ ...apiKeyCredential(result.apiKey, origin), madeBy: address })
  return undefined
}
