import type { StoreApi } from 'zustand/vanilla'

import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { given } from '../../../../contract/json.ts'
import {
  PRACTICE_BASE_URL,
  PRACTICE_KEY,
  PRACTICE_ORIGIN,
} from '../../../../contract/practice/practice-api.ts'
import { createObservable } from '../observable.ts'
import type { World } from '../world.ts'
import { apiKeyCredential, type CredentialSource } from './credential.ts'

/** Where an API is and how it is spoken to. Holds no secret. */
interface ConnectionAddress {
  /** Stays the same over reloads: {@link LOCAL_ID}, {@link PRACTICE_ID}, or that of a saved connection. */
  id: string
  /** What a person calls it. */
  name: string
  /** Base address with the version segment and no trailing slash: `http://127.0.0.1:4310/api/v1`. */
  baseUrl: string
  /** The name inside `<name>_parameters` and `x-<name>-…` on this API; `vendor` by default. */
  providerName: string
  /** Sent with every request; none of them is a secret. */
  headers?: HeaderList
  /** Place among the colors of connections, from 0. */
  color?: number
}

/** An API that requests can go to, and how it is paid. */
export interface Connection extends ConnectionAddress {
  /** Made anew with every change: what arrives late for an earlier credential is not shown for this one. */
  session: string
  /**
   * `local` is the service that served the page, `practice` the one that runs in it; `remote` is any other
   * OpenAI-compatible API.
   */
  kind: 'local' | 'practice' | 'remote'
  /** Origin of the API that a relay passes requests to; absent where there is no relay. */
  upstreamOrigin?: string
  /** Absent: requests go out without credentials. */
  credential?: CredentialSource
}

/** What the page that served the app says about itself (`GET /config.json`). */
export interface PageConfig {
  /** `starting` until it is known. */
  mode: 'starting' | 'local' | 'relay' | 'static'
  /** The local API, where there is one. */
  baseUrl?: string
  apiKey?: string
  /** With `relay`: origin of the API behind it. */
  upstreamOrigin?: string
  providerName: string
  /** Origins other than its own that the page's security policy lets it reach. */
  apiOrigins: string[]
  /** Set where nobody can allow more of them from the page. */
  fixedOrigins?: true
}

interface ConnectionState {
  config: PageConfig
  /** The current one. */
  connection: Connection | undefined
  /** Those that can send now, the current one among them: they have their key, or need none. */
  open: readonly Connection[]
}

/** The connections of this tab. They never come from a link, and only a person changes them. */
export interface Connections {
  store: StoreApi<ConnectionState>
  /** Connects to the service that served the page; does nothing when there is none. */
  connectLocal(): void
  /** Connects to the service that runs in the page, which starts with the first request. */
  connectPractice(): void
  /** Opens one of these two without making it current; does nothing when it is open. */
  openOwn(id: typeof LOCAL_ID | typeof PRACTICE_ID): void
  /** Opens a connection and makes it current. A credential for another origin is dropped. */
  connectRemote(address: ConnectionAddress, credential?: CredentialSource): void
  /** Opens a connection without making it current, such as for one configuration of a board. */
  open(address: ConnectionAddress, credential?: CredentialSource): Connection
  /** Makes an open connection the current one; false when it is not open. */
  select(id: string): boolean
  /** Closes a connection and drops its secrets. The local service, or practice, takes the place of the current one. */
  close(id: string): void
  /** Pays the requests of the current connection from a wallet, until {@link restorePaymentMethod}. */
  payWithWallet(credential: CredentialSource): void
  /** Uses another key for the current connection, in memory, until it is opened anew. One for another origin is dropped. */
  payWithKey(credential: CredentialSource): void
  /** Goes back to the key, or to nothing, that the connection had before the wallet. */
  restorePaymentMethod(): void
}

export function createConnections({
  configPath,
  random,
  report,
}: Pick<World, 'configPath' | 'random' | 'report'>): Connections {
  const store = createObservable<ConnectionState>(
    {
      config: {
        mode: configPath === undefined ? 'static' : 'starting',
        providerName: 'vendor',
        apiOrigins: [],
      },
      connection: undefined,
      open: [],
    },
    report,
  )
  /** What a connection was paid with before a wallet took its place, by its id. */
  const before = new Map<string, Pick<Connection, 'baseUrl' | 'credential'>>()

  /** Enters a connection among the open ones; in place of the one with its id. */
  const enter = (connection: Connection, isCurrent: boolean) => {
    store.setState(({ open }) => ({
      open: [...open.filter(({ id }) => id !== connection.id), connection],
      ...(isCurrent ? { connection } : {}),
    }))
    return connection
  }

  const made = (
    address: ConnectionAddress,
    kind: Connection['kind'],
    credential: CredentialSource | undefined,
  ): Connection => {
    const { id, name, baseUrl, providerName, headers = [], color } = address
    before.delete(id)
    return {
      id,
      name,
      baseUrl,
      providerName,
      headers,
      ...given({ color }),
      session: random.uuid(),
      kind,
      ...(credential?.origin === new URL(baseUrl).origin && { credential }),
    }
  }

  const isCurrent = (id: string) => store.getState().connection?.id === id

  const enterLocal = (isNowCurrent: boolean) => {
    const { baseUrl, providerName, apiKey, upstreamOrigin } = store.getState().config
    if (baseUrl === undefined) return
    const credential = apiKey && apiKeyCredential(apiKey, new URL(baseUrl).origin)
    const address = { id: LOCAL_ID, name: 'This machine', baseUrl, providerName }
    const connection = made(address, 'local', credential || undefined)
    enter({ ...connection, ...(upstreamOrigin && { upstreamOrigin }) }, isNowCurrent)
  }

  const enterPractice = (isNowCurrent: boolean) => {
    const address = {
      id: PRACTICE_ID,
      name: 'Practice',
      baseUrl: PRACTICE_BASE_URL,
      providerName: 'vendor',
    }
    enter(made(address, 'practice', apiKeyCredential(PRACTICE_KEY, PRACTICE_ORIGIN)), isNowCurrent)
  }

  /** The current connection, with another credential. */
  const paidWith = (credential: CredentialSource | undefined) => {
    const { connection } = store.getState()
    if (connection === undefined) return
    const { credential: _, ...rest } = connection
    enter({ ...rest, session: random.uuid(), ...(credential && { credential }) }, true)
  }

  return {
    store,
    connectLocal: () => enterLocal(true),
    connectPractice: () => enterPractice(true),
    openOwn(id) {
      if (store.getState().open.some((one) => one.id === id)) return
      if (id === LOCAL_ID) enterLocal(false)
      else enterPractice(false)
    },
    connectRemote: (address, credential) => void enter(made(address, 'remote', credential), true),
    open: (address, credential) =>
      enter(made(address, 'remote', credential), isCurrent(address.id)),
    select(id) {
      const connection = store.getState().open.find((one) => one.id === id)
      if (connection !== undefined) store.setState({ connection })
      return connection !== undefined
    },
    close(id) {
      before.delete(id)
      const wasCurrent = isCurrent(id)
      store.setState(({ open, connection }) => ({
        open: open.filter((one) => one.id !== id),
        connection: wasCurrent ? undefined : connection,
      }))
      if (!wasCurrent) return
      if (store.getState().config.baseUrl === undefined) enterPractice(true)
      else enterLocal(true)
    },
    payWithWallet(credential) {
      const { connection } = store.getState()
      if (connection === undefined) return
      if (connection.credential?.kind !== 'wallet') before.set(connection.id, connection)
      paidWith(credential)
    },
    payWithKey(credential) {
      const { connection } = store.getState()
      if (connection === undefined || credential.origin !== new URL(connection.baseUrl).origin)
        return
      before.delete(connection.id)
      paidWith(credential)
    },
    restorePaymentMethod() {
      const { connection } = store.getState()
      if (connection?.credential?.kind !== 'wallet') return
      const earlier = before.get(connection.id)
      paidWith(earlier?.baseUrl === connection.baseUrl ? earlier.credential : undefined)
    },
  }
}

/**
 * Under which name the browser's storage keeps what belongs to one connection: what was spent, what
 * failed, the last balance. Two connections to one origin are two; one that moves to another origin is
 * another.
 */
export function connectionScope({ id, kind, baseUrl }: Connection): string {
  const { origin } = new URL(baseUrl)
  return kind === 'local' ? origin : `${origin} ${id}`
}

/** The id of the connection to the service that served the page. */
export const LOCAL_ID = 'local'

/** The id of the connection to the service that runs in the page. */
export const PRACTICE_ID = 'practice'
