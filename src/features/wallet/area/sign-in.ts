import { challengeProblems } from '../../../../contract/wallet/sign-in-check.ts'
import { signInChallenge } from '../../../core/client/wallet/sign-in-challenge.ts'
import { walletBalance } from '../../../core/client/wallet/wallet-balance.ts'
import { listBalances, saveBalance } from '../../../core/storage/payments/balance-readings.ts'
import { keepPayingWallet } from '../../../core/storage/payments/paying-wallet.ts'
import type { BalanceReading } from '../../../core/storage/payments/payment-database.ts'
import { client } from '../../../page/client.ts'
import { signInNetwork } from '../sign-in/sign-in-network.ts'
import { walletCredential } from '../sign-in/wallet-credential.ts'
import { areaStore } from './area-store.ts'
import { askRequirements, readUsdc, CHOOSE_TERMS_AGE_MS } from './ask-requirements.ts'
import { currentOwner, type Owner } from './owner.ts'

/** Nonces that this page has signed: none is signed twice. */
const usedNonces = new Set<string>()

/**
 * Signs in: asks the API for its challenge, checks it, and only then asks the wallet, for the balance. From
 * then on requests are paid from the wallet.
 */
export async function signIn(): Promise<void> {
  const owner = currentOwner()
  if (owner === undefined || areaStore.getState().isSigningIn) return
  const { connection, session, origin, host } = owner
  const local = areaStore.getState().local ?? undefined
  const { signal } = new AbortController()
  areaStore.setState({ isSigningIn: true, signInTrouble: undefined })
  try {
    const answer = await signInChallenge(client, connection, session.address, signal)
    if ('message' in answer)
      return areaStore.setState({ signInTrouble: { kind: 'failure', failure: answer } })
    const { challenge } = answer
    const network = signInNetwork(session.family, local)
    const problems = challengeProblems(challenge, { host, network, nowMs: Date.now(), usedNonces })
    if (problems.length > 0)
      return areaStore.setState({ signInTrouble: { kind: 'challenge', problems, host } })
    const { nonce } = challenge.info
    usedNonces.add(nonce)
    const once = walletCredential(session, { origin, local, nonce })
    if (!(await readBalance(owner, { ...connection, credential: once }))) return
    areaStore.setState({ signedIn: owner.id })
    client.connections.payWithWallet(walletCredential(session, { origin, local }))
    keepPayingWallet({ baseUrl: connection.baseUrl, address: session.address })
    await Promise.all([askRequirements(CHOOSE_TERMS_AGE_MS), readUsdc()])
  } finally {
    areaStore.setState({ isSigningIn: false })
  }
}

/** Asks for the balance anew, which the wallet signs for. */
export async function refreshBalance(): Promise<void> {
  const owner = currentOwner()
  if (owner === undefined || areaStore.getState().isSigningIn) return
  const { connection, session, origin } = owner
  const local = areaStore.getState().local ?? undefined
  areaStore.setState({ isSigningIn: true, signInTrouble: undefined })
  const credential = walletCredential(session, { origin, local })
  await readBalance(owner, { ...connection, credential }).finally(() =>
    areaStore.setState({ isSigningIn: false }),
  )
}

async function readBalance({ id, session }: Owner, connection: Owner['connection']) {
  const result = await walletBalance(
    client,
    connection,
    session.address,
    new AbortController().signal,
  )
  if ('message' in result) {
    areaStore.setState({ signInTrouble: { kind: 'failure', failure: result } })
    return false
  }
  await noteBalance({
    owner: id,
    at: result.at,
    microUsd: result.microUsd,
    source: 'balance',
    ...(result.microDiem === undefined ? {} : { microDiem: result.microDiem }),
  })
  return true
}

/** Keeps a reading and shows it. Without storage it is shown all the same. */
async function noteBalance(reading: BalanceReading): Promise<void> {
  await saveBalance(reading).catch(() => undefined)
  if (currentOwner()?.id !== reading.owner) return
  const kept = await listBalances(reading.owner).catch(() => [])
  areaStore.setState(({ balances }) => ({
    balances: kept.length > 0 ? kept : [...balances, reading],
  }))
}

/** Reads the kept readings of the wallet in use. */
export async function readBalances(): Promise<void> {
  const owner = currentOwner()
  if (owner === undefined) return
  const kept = await listBalances(owner.id).catch(() => [])
  if (currentOwner()?.id === owner.id) areaStore.setState({ balances: kept })
}

// Answers to requests that the wallet paid for say what is left; each is a reading.
client.accounts.current.subscribe(({ balanceMicroUsd, balanceAt }, before) => {
  if (balanceMicroUsd === undefined || balanceAt === undefined || balanceAt === before.balanceAt)
    return
  const owner = currentOwner()
  if (
    owner === undefined ||
    client.connections.store.getState().connection?.credential?.kind !== 'wallet'
  )
    return
  const { balances } = areaStore.getState()
  if (balances.some(({ at }) => at === balanceAt)) return
  void noteBalance({ owner: owner.id, at: balanceAt, microUsd: balanceMicroUsd, source: 'answer' })
})
