import type { IKeyValueStorage } from '@walletconnect/keyvaluestorage'
import { SignClient } from '@walletconnect/sign-client'

import type { WalletRelay } from '../../client/connection/wallet-config.ts'
import { openPhoneStorage } from '../../storage/payments/phone-sessions.ts'
import { rejectOnAbort } from '../wait.ts'
import { expiryOf } from './pairing.ts'
import { PairingStopped } from './phone-errors.ts'
import { accountsOf, type PhoneAccount } from './phone-state.ts'
import { connected } from './relay-connection.ts'

type Client = Awaited<ReturnType<typeof SignClient.init>>

/** How long a phone has to answer a question, seconds: the least that the protocol allows. */
const ANSWER_WITHIN_S = 300

/** How long the page waits for the relay to take the news that a session ended, ms. */
const FAREWELL_MS = 5_000

/** What a session with a phone tells by itself. */
export interface PhoneLink {
  onAccounts: (accounts: readonly PhoneAccount[]) => void
  onEvent: (event: { name?: unknown; data?: unknown }) => void
  onEnd: () => void
}

/** A phone's wallet, through one session at a time. */
export interface PhoneClient {
  /** What the present session allows; undefined without one. */
  accounts(): PhoneAccount[] | undefined
  /** Waits until a phone has read what `show` is given and its owner agreed. */
  pair(
    chainIds: readonly number[],
    { signal, show }: { signal: AbortSignal; show: (text: string) => void },
  ): Promise<PhoneAccount[]>
  request(chainId: number, method: string, params: readonly unknown[]): Promise<unknown>
  /** Ends the session here and on the phone. */
  end(): Promise<void>
}

/** Opens the client, with the session that outlived a reload; it connects to the relay when it needs to. */
export async function openPhoneClient(
  { projectId, relayUrl }: WalletRelay,
  link: PhoneLink,
): Promise<PhoneClient> {
  const storage: IKeyValueStorage = await openPhoneStorage()
  const client = await SignClient.init({
    projectId,
    relayUrl,
    storage,
    telemetryEnabled: false,
    // Its log would repeat what was signed.
    logger: 'silent',
    metadata: {
      name: 'Vendor Playground',
      description: 'Try an inference API',
      url: location.origin,
      icons: [],
    },
  })
  silence(client)
  const relay = client.core.relayer
  /** Sessions of which the other side is still being told that they ended. */
  const leaving = new Set<string>()
  const current = () => client.session.getAll().findLast(({ topic }) => !leaving.has(topic))
  const isCurrent = ({ topic }: { topic: string }) => current()?.topic === topic
  let pairings = 0
  /** Leaves the relay when there is nobody to hear. */
  const rest = async () => {
    if (pairings === 0 && client.session.length === 0) await relay.transportClose()
  }
  const letGo = async (topic: string) => {
    leaving.add(topic)
    await Promise.race([
      client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
      new Promise((resolve) => setTimeout(resolve, FAREWELL_MS)),
    ]).catch(() => undefined)
    // Where the relay could not be told, the session is dropped here nevertheless.
    if (client.session.keys.includes(topic))
      await client.session.delete(topic, { code: 6000, message: 'User disconnected.' })
    await rest()
  }

  client.on('session_update', (event) => {
    if (isCurrent(event)) link.onAccounts(accountsOf(event.params.namespaces))
  })
  client.on('session_event', (event) => {
    if (isCurrent(event)) link.onEvent(event.params.event)
  })
  // By then the session is not among the others any more.
  const end = () => {
    if (current() === undefined) link.onEnd()
  }
  client.on('session_delete', end)
  client.on('session_expire', end)

  return {
    accounts: () => {
      const session = current()
      return session && accountsOf(session.namespaces)
    },
    pair: async (chainIds, { signal, show }) => {
      pairings++
      const asked = client.connect({
        optionalNamespaces: {
          eip155: {
            chains: chainIds.map((id) => `eip155:${id}`),
            methods: ['personal_sign', 'eth_signTypedData_v4'],
            events: ['accountsChanged', 'chainChanged'],
          },
        },
      })
      asked.catch(() => undefined)
      const stopped = rejectOnAbort(signal, () => new PairingStopped())
      try {
        await Promise.race([connected(relay), stopped])
        const { uri = '', approval } = await Promise.race([asked, stopped])
        const agreed = approval()
        const end = setTimeout(() => expire(client, uri), expiryOf(uri, Date.now()) - Date.now())
        agreed
          .then(
            (session) => void (signal.aborted ? letGo(session.topic) : undefined),
            () => undefined,
          )
          .finally(() => clearTimeout(end))
        show(uri)
        return accountsOf((await Promise.race([agreed, stopped])).namespaces)
      } finally {
        pairings--
        await rest()
      }
    },
    request: async (chainId, method, params) => {
      const topic = current()?.topic
      if (topic === undefined) throw new Error('Disconnected')
      // A question that waits for the relay would come to the phone when nobody expects it any more.
      if (!relay.connected) relay.transportOpen().catch(() => undefined)
      await connected(relay)
      return client.request({
        topic,
        chainId: `eip155:${chainId}`,
        request: { method, params },
        expiry: ANSWER_WITHIN_S,
      })
    },
    end: async () => {
      await Promise.all(client.session.keys.map(letGo))
    },
  }
}

/**
 * Keeps the client from asking anybody but the relay: no frame of its makers that vouches for this page, and
 * nothing about the questions besides the encrypted questions themselves.
 */
function silence({ core, engine }: Client): void {
  core.verify.register = () => Promise.resolve('')
  core.verify.resolve = () => Promise.resolve({ origin: '' })
  Object.assign(engine, { getTVFParams: () => ({}) })
}

/**
 * Says that a pairing ran out just before the client's own clock does, which leaves an error behind
 * that nobody can catch.
 */
function expire({ events, proposal }: Client, uri: string): void {
  const asked = proposal.getAll().find(({ pairingTopic }) => uri.startsWith(`wc:${pairingTopic}@`))
  if (asked !== undefined) events.emit('proposal_expire', { id: asked.id })
}
