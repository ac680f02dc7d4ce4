import { challengeOddities, foreignHosts } from '../../../../contract/wallet/sign-in.ts'
import { savePayingWallet } from '../../storage/payments/paying-wallet.ts'
import { signedOrigin, signInNetwork, walletCredential } from '../sign-in/wallet-credential.ts'
import type { Wallet } from '../wallet.ts'
import { aborted } from '../world.ts'
import { currentOwner, type Owner, recordBalance, showInAccount, unreachable } from './balances.ts'
import { loadRequirements, CHOOSE_TERMS_AGE_MS, readUsdc } from './requirements.ts'
import type { SignInTrouble } from './view-store.ts'

/** Gives up what {@link signIn} or {@link refreshBalance} waits for; a signature that comes later is thrown away. */
export function cancelSignIn(wallet: Wallet): void {
  wallet.pending.signIn?.abort()
  wallet.pending.signIn = undefined
  wallet.view.setState({ isSigningIn: false })
}

/**
 * Signs in: asks the API for its challenge, checks it, and only then asks the wallet, for the balance. From
 * then on requests are paid from the wallet. Never rejects.
 */
export async function signIn(wallet: Wallet): Promise<void> {
  const isSignedIn = await alone(wallet, async (owner, signal) => {
    const { connection, session, host } = owner
    const response = await wallet.api
      .signInChallenge(connection, session.address, signal)
      .catch(() => unreachable(owner))
    if ('message' in response) return { kind: 'failure', failure: response }
    const { challenge } = response
    const problems = foreignHosts(challenge, host)
    if (problems.length > 0) return { kind: 'challenge', problems, host }
    if (signal.aborted) return undefined
    const network = signInNetwork(wallet, session.family, connection)
    const challengeNotes = challengeOddities(challenge, { network, nowMs: wallet.now() })
    wallet.view.setState({ challengeNotes })
    const trouble = await readBalance(wallet, owner, signal)
    if (trouble !== undefined || signal.aborted) return trouble
    wallet.view.setState({ signedIn: owner.id })
    wallet.connections.payWithWallet(walletCredential(wallet, session, connection))
    savePayingWallet({ baseUrl: connection.baseUrl, address: session.address })
    showInAccount(wallet)
    return undefined
  })
  if (isSignedIn)
    await Promise.all([loadRequirements(wallet, CHOOSE_TERMS_AGE_MS), readUsdc(wallet)])
}

/** Asks for the balance anew, which the wallet signs for. Never rejects. */
export async function refreshBalance(wallet: Wallet): Promise<void> {
  await alone(wallet, (owner, signal) => readBalance(wallet, owner, signal))
}

/**
 * Does `work` unless something of the kind is under way, and shows the trouble it ends with. It is over when it
 * is given up, or when another wallet or API takes the place of the one it is for: nothing of it is applied then.
 */
async function alone(
  wallet: Wallet,
  work: (owner: Owner, signal: AbortSignal) => Promise<SignInTrouble | undefined>,
): Promise<boolean> {
  const owner = currentOwner(wallet)
  if (owner === undefined || wallet.pending.signIn !== undefined) return false
  const controller = new AbortController()
  wallet.pending.signIn = controller
  const { signal } = controller
  const cancelForOther = () => {
    if (wallet.pending.signIn === controller && currentOwner(wallet)?.id !== owner.id)
      cancelSignIn(wallet)
  }
  const unfollow = [
    wallet.connections.subscribe(cancelForOther),
    wallet.session.subscribe(cancelForOther),
  ]
  wallet.view.setState({ isSigningIn: true, signInTrouble: undefined, challengeNotes: [] })
  try {
    const isAgreed = signedOrigin(owner.connection) !== undefined
    const trouble: SignInTrouble | undefined = isAgreed
      ? await Promise.race([work(owner, signal), aborted(signal)])
      : { kind: 'not agreed' }
    if (signal.aborted) return false
    wallet.view.setState({ signInTrouble: trouble })
    return trouble === undefined
  } finally {
    for (const stop of unfollow) stop()
    // Whoever gave it up has tidied up, and another one may be under way.
    if (wallet.pending.signIn === controller) cancelSignIn(wallet)
  }
}

async function readBalance(
  wallet: Wallet,
  owner: Owner,
  signal: AbortSignal,
): Promise<SignInTrouble | undefined> {
  const { connection, session, id } = owner
  const credential = walletCredential(wallet, session, connection)
  const result = await wallet.api
    .walletBalance({ ...connection, credential }, session.address, signal)
    .catch(() => unreachable(owner))
  if ('message' in result) return { kind: 'failure', failure: result }
  const { at, microUsd, microDiem } = result
  const diem = microDiem === undefined ? {} : { microDiem }
  void recordBalance(wallet, { owner: id, at, microUsd, source: 'balance', ...diem })
  return undefined
}
