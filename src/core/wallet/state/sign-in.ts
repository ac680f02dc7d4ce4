import type { Failure } from '../../../../contract/errors/failure.ts'
import { challengeProblems } from '../../../../contract/wallet/sign-in-check.ts'
import { keepPayingWallet } from '../../storage/payments/paying-wallet.ts'
import { aborted } from '../aborted.ts'
import { walletStore } from '../session/wallet-session.ts'
import { signInNetwork } from '../sign-in/sign-in-network.ts'
import { walletCredential } from '../sign-in/wallet-credential.ts'
import type { WalletWorld } from '../world.ts'
import { areaStore, type SignInTrouble } from './area-store.ts'
import { askRequirements, CHOOSE_TERMS_AGE_MS, readUsdc } from './ask-requirements.ts'
import { recordBalance, showInAccount } from './balances.ts'
import { currentOwner, type Owner } from './owner.ts'

/** Nonces that this page has signed: none is signed twice. */
const usedNonces = new Set<string>()

/** The sign-in or the look at the balance that is under way. */
let underWay: AbortController | undefined

/** Gives up what {@link signIn} or {@link refreshBalance} waits for; a signature that comes later is thrown away. */
export function cancelSignIn(): void {
  underWay?.abort()
  underWay = undefined
  areaStore.setState({ isSigningIn: false })
}

/**
 * Signs in: asks the API for its challenge, checks it, and only then asks the wallet, for the balance. From
 * then on requests are paid from the wallet. Never rejects.
 */
export async function signIn(world: WalletWorld): Promise<void> {
  const isSignedIn = await alone(world, async (owner, signal) => {
    const { connection, session, origin, host } = owner
    const local = areaStore.getState().local ?? undefined
    const response = await world.api
      .signInChallenge(connection, session.address, signal)
      .catch(() => noResponse(owner))
    if ('message' in response) return { kind: 'failure', failure: response }
    const { challenge } = response
    const network = signInNetwork(session.family, local)
    const facts = { host, network, nowMs: world.now(), usedNonces }
    const problems = challengeProblems(challenge, facts)
    if (problems.length > 0) return { kind: 'challenge', problems, host }
    const { nonce } = challenge.info
    // One that was given up must not be used up: the wallet has not seen it.
    if (signal.aborted) return undefined
    usedNonces.add(nonce)
    const trouble = await readBalance(world, owner, signal, nonce)
    if (trouble !== undefined || signal.aborted) return trouble
    areaStore.setState({ signedIn: owner.id })
    world.connections.payWithWallet(walletCredential(session, { origin, local }, world))
    keepPayingWallet({ baseUrl: connection.baseUrl, address: session.address })
    showInAccount(world)
    return undefined
  })
  if (isSignedIn) await Promise.all([askRequirements(world, CHOOSE_TERMS_AGE_MS), readUsdc(world)])
}

/** Asks for the balance anew, which the wallet signs for. Never rejects. */
export async function refreshBalance(world: WalletWorld): Promise<void> {
  await alone(world, (owner, signal) => readBalance(world, owner, signal))
}

/**
 * Does `work` unless something of the kind is under way, and shows the trouble it ends with. It is over when it
 * is given up, or when another wallet or API takes the place of the one it is for: nothing of it is applied then.
 */
async function alone(
  world: WalletWorld,
  work: (owner: Owner, signal: AbortSignal) => Promise<SignInTrouble | undefined>,
): Promise<boolean> {
  const owner = currentOwner(world)
  if (owner === undefined || underWay !== undefined) return false
  const controller = new AbortController()
  underWay = controller
  const { signal } = controller
  const cancelForOther = () => {
    if (underWay === controller && currentOwner(world)?.id !== owner.id) cancelSignIn()
  }
  const unfollow = [
    world.connections.subscribe(cancelForOther),
    walletStore.subscribe(cancelForOther),
  ]
  areaStore.setState({ isSigningIn: true, signInTrouble: undefined })
  try {
    const trouble = await Promise.race([work(owner, signal), aborted(signal)])
    if (signal.aborted) return false
    areaStore.setState({ signInTrouble: trouble })
    return trouble === undefined
  } finally {
    for (const stop of unfollow) stop()
    // Whoever gave it up has tidied up, and another one may be under way.
    if (underWay === controller) cancelSignIn()
  }
}

async function readBalance(
  world: WalletWorld,
  owner: Owner,
  signal: AbortSignal,
  nonce?: string,
): Promise<SignInTrouble | undefined> {
  const { connection, session, origin, id } = owner
  const local = areaStore.getState().local ?? undefined
  const one = { origin, local, ...(nonce === undefined ? {} : { nonce }) }
  const credential = walletCredential(session, one, world)
  const result = await world.api
    .walletBalance({ ...connection, credential }, session.address, signal)
    .catch(() => noResponse(owner))
  if ('message' in result) return { kind: 'failure', failure: result }
  const { at, microUsd, microDiem } = result
  const diem = microDiem === undefined ? {} : { microDiem }
  void recordBalance(world, { owner: id, at, microUsd, source: 'balance', ...diem })
  return undefined
}

function noResponse({ origin }: Owner): Failure {
  return { kind: 'unreachable', message: `No answer could be read from ${origin}.` }
}
