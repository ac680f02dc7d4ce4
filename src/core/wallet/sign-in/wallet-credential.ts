import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import type { Advice } from '../../../../contract/errors/advice.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { isWalletRead } from '../../../../contract/wallet/balance.ts'
import { BASE, type PaymentNetwork, SOLANA } from '../../../../contract/wallet/networks.ts'
import {
  mintSignIn,
  newNonce,
  signInText,
  unionSignIn,
} from '../../../../contract/wallet/sign-in.ts'
import { spentBy } from '../../client/admission/spend-limits.ts'
import type { Client } from '../../client/client.ts'
import type { Connection } from '../../client/connection/connections.ts'
import {
  apiKeyCredential,
  type AuthorizedRequest,
  type CredentialSource,
} from '../../client/connection/credential.ts'
import { web3Key } from '../../client/wallet/wallet-reads.ts'
import { Fault } from '../../failures/fault.ts'
import { agreedUpstream } from '../../storage/payments/agreed-upstream.ts'
import {
  type SignedCost,
  type WalletFamily,
  type WalletProblem,
  walletProblemOf,
  type WalletSession,
} from '../session/wallet-session.ts'
import { type Owner, ownerOf } from '../state/balances.ts'
import { networksOf } from '../state/requirements.ts'
import type { Wallet } from '../wallet.ts'
import { rejectOnAbort } from '../world.ts'

const LABELS = { practice: 'practice wallet', pocket: 'pocket account', wallet: 'wallet' }

type SignedConnection = Pick<Connection, 'baseUrl' | 'kind' | 'upstreamOrigin'>

const NOT_AGREED: Advice = {
  title: 'Signed for another domain',
  meaning: 'This page passes requests to an API on another domain. Nothing was signed or sent.',
  nextStep: 'Check the domain on the Wallet page, and sign in there.',
}

type CredentialWallet = Pick<
  Wallet,
  'drivers' | 'now' | 'session' | 'settings' | 'signatureWaits' | 'view'
>

/**
 * The wallet as a credential: every request that costs, or that is about the wallet itself, is signed for
 * on its own, because a signed header works once (contract "Authentication" 2). Reads that need no
 * credentials, such as the list of models, go out without asking anybody.
 */
export function walletCredential(
  wallet: CredentialWallet,
  session: WalletSession,
  connection: SignedConnection,
): CredentialSource {
  const { baseUrl } = connection
  return {
    kind: 'wallet',
    ...(session.kind === 'pocket' && { isSealed: true }),
    label: `${LABELS[session.kind]} ${shortAddress(session.address)}`,
    origin: new URL(baseUrl).origin,
    authorize: async (request, signal) => {
      // Other reads, such as the list of models, need no credentials. Of another wallet the API says whose it is.
      if (request.method === 'GET' && !isWalletRead(request.url, baseUrl)) return []
      const signsFor = signedOrigin(connection)
      if (signsFor === undefined) throw new Fault('not_agreed', NOT_AGREED)
      const driver = async () => {
        const { evm, solana } = wallet.drivers
        return session.family === 'evm' ? evm() : solana()
      }
      // One that signs by itself is unlocked first: the time in the text is of the signature.
      const cost = session.kind === 'pocket' ? await costOf(request) : undefined
      if (session.kind === 'pocket') await (await driver()).unlock?.(signal, request.isBackground)
      const fields = mintSignIn({
        url: signsFor + new URL(request.url).pathname,
        address: session.address,
        network: signInNetwork(wallet, session.family, connection),
        nowMs: wallet.now(),
        nonce: newNonce(),
      })
      const text = signInText(fields)
      if (text === undefined) throw new Error('Invalid wallet address.')
      const sign = async (stop: AbortSignal) => {
        const opened = await driver()
        // Given up while the code of the wallet was fetched: it is not asked at all.
        stop.throwIfAborted()
        return opened.signText(session.address, text, cost)
      }
      const signature = await (session.kind === 'pocket'
        ? sign(signal)
        : requestSignature(wallet, request, signal, sign))
      const value = encodeBase64Json(unionSignIn(fields, signature))
      return [[wallet.settings.getState().signInHeader, value]]
    },
  }
}

/** The chain that a sign-in to an API names: of the local service its own, else the contract's. */
export function signInNetwork(
  { view }: Pick<Wallet, 'view'>,
  family: WalletFamily,
  connection: Pick<Connection, 'kind'>,
): PaymentNetwork {
  const networks = networksOf(connection, view.getState().local)
  const own = networks.find((network) => network.family === family)
  return own ?? (family === 'evm' ? BASE : SOLANA)
}

/**
 * The origin that sign-ins to an API name: its own, and behind a relay that of the API it passes requests to, once a
 * person agreed to that name. Undefined before that.
 */
export function signedOrigin({
  baseUrl,
  upstreamOrigin,
}: Pick<Connection, 'baseUrl' | 'upstreamOrigin'>): string | undefined {
  if (upstreamOrigin === undefined) return new URL(baseUrl).origin
  return agreedUpstream(baseUrl) === upstreamOrigin ? upstreamOrigin : undefined
}

/** Whether a wallet could get a key at an API: one of EVM that prompts, behind no relay that a person did not agree to. */
export function mayHaveKey(session: WalletSession, connection: SignedConnection): boolean {
  return (
    session.family === 'evm' &&
    session.kind !== 'pocket' &&
    connection.kind !== 'practice' &&
    signedOrigin(connection) !== undefined
  )
}

/** An address with its middle left out. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** What a request costs, for a wallet that counts it. */
async function costOf({ maxCost, grant = {} }: AuthorizedRequest): Promise<SignedCost> {
  return {
    maxMicroUsd: await maxCost?.(),
    onSettled: (listener) => {
      grant.settle = (exchange) => listener(spentBy(exchange))
    },
  }
}

/**
 * Shows that the wallet is asked, for as long as it is, and stops waiting when the request is given up. Why it
 * did not sign is kept for the screen.
 */
async function requestSignature(
  { now, session, signatureWaits }: CredentialWallet,
  { method, url }: { method: string; url: string },
  signal: AbortSignal,
  sign: (stop: AbortSignal) => Promise<string>,
): Promise<string> {
  const id = crypto.randomUUID()
  const cancelled = new AbortController()
  const stop = AbortSignal.any([signal, cancelled.signal])
  const wait = { id, method, url, since: now(), cancel: () => cancelled.abort() }
  signatureWaits.setState(({ waiting }) => ({ waiting: [...waiting, wait] }))
  session.setState({ unsigned: undefined })
  try {
    return await Promise.race([sign(stop), rejectOnAbort(stop, () => new Error('cancelled'))])
  } catch (error) {
    // Whoever gave it up knows why it was not signed.
    if (!stop.aborted) session.setState({ unsigned: walletProblemOf(error) })
    throw error
  } finally {
    signatureWaits.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.id !== id) }))
  }
}

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
