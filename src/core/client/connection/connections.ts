import type { StoreApi } from 'zustand/vanilla'

import { createObservable } from '../observable.ts'
import type { World } from '../world.ts'
import { apiKeyCredential, type CredentialSource } from './credential.ts'

/** The API the page talks to, and how it is paid. */
export interface Connection {
  /** Made anew at every connecting: what arrives late for one never shows on another. */
  id: string
  /** `local` is the service that served the page; `remote` is any other OpenAI-compatible API. */
  kind: 'local' | 'remote'
  /** Base address with the version segment and no trailing slash: `http://127.0.0.1:4310/api/v1`. */
  baseUrl: string
  /** The name inside `<name>_parameters` and `x-<name>-…` on this API; `vendor` by default. */
  providerName: string
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
  providerName: string
  /** Origins other than its own that the page's security policy lets it reach. */
  apiOrigins: string[]
  /** Set where nobody can allow more of them from the page. */
  fixedOrigins?: true
}

interface ConnectionState {
  config: PageConfig
  connection: Connection | undefined
}

/** The current connection. It never comes from a link, and only a person changes it. */
export interface Connections {
  store: StoreApi<ConnectionState>
  /** Connects to the service that served the page; does nothing when there is none. */
  connectLocal(): void
  /** Connects to another API. The key stays in memory and is bound to the origin of `baseUrl`. */
  connectRemote(given: { baseUrl: string; apiKey: string; providerName: string }): void
  /** Pays the requests of the current connection from a wallet, until {@link restorePaymentMethod}. */
  payWithWallet(credential: CredentialSource): void
  /** Goes back to the key, or to nothing, that the connection had before the wallet. */
  restorePaymentMethod(): void
}

export function createConnections({
  random,
  report,
}: Pick<World, 'random' | 'report'>): Connections {
  const store = createObservable<ConnectionState>(
    {
      config: { mode: 'starting', providerName: 'vendor', apiOrigins: [] },
      connection: undefined,
    },
    report,
  )
  /** What a connection was paid with before a wallet took its place. */
  let before: { baseUrl: string; credential: CredentialSource | undefined } | undefined

  const connect = (given: Omit<Connection, 'id' | 'credential'>, apiKey: string | undefined) => {
    const connection: Connection = { id: random.uuid(), ...given }
    const credential =
      apiKey === undefined || apiKey === ''
        ? {}
        : { credential: apiKeyCredential(apiKey, new URL(given.baseUrl).origin) }
    store.setState({ connection: { ...connection, ...credential } })
  }

  return {
    store,
    connectLocal() {
      const { baseUrl, providerName, apiKey } = store.getState().config
      if (baseUrl !== undefined) connect({ kind: 'local', baseUrl, providerName }, apiKey)
    },
    connectRemote({ baseUrl, apiKey, providerName }) {
      connect({ kind: 'remote', baseUrl, providerName }, apiKey)
    },
    payWithWallet(credential) {
      const { connection } = store.getState()
      if (connection === undefined) return
      if (connection.credential?.kind !== 'wallet')
        before = { baseUrl: connection.baseUrl, credential: connection.credential }
      store.setState({ connection: { ...connection, id: random.uuid(), credential } })
    },
    restorePaymentMethod() {
      const { connection } = store.getState()
      if (connection?.credential?.kind !== 'wallet') return
      const { credential: _, ...rest } = connection
      const restored = before?.baseUrl === connection.baseUrl ? before.credential : undefined
      store.setState({
        connection: {
          ...rest,
          id: random.uuid(),
          ...(restored === undefined ? {} : { credential: restored }),
        },
      })
    },
  }
}
