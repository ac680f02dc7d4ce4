import type { Context } from 'hono'

import type { ApiKey } from '../auth/api-keys.ts'
import type { Log } from '../log.ts'
import type { Compress } from './encoding.ts'

/** What every handler finds in its context. */
export interface AppEnvironment {
  /** Absent when no server is listening. */
  Bindings: { connection?: Connection }
  Variables: {
    requestId: string
    /** Where a failure is told that no response can tell any more. */
    log?: Log
    /** What `setHeaders` gathered. */
    headers?: Record<string, string>
    /** Behaves as the real service does where that differs from the contract (`--like-provider`). */
    likeProvider?: boolean
    /** The key of the request, once it was found. */
    apiKey?: ApiKey
    /** Compresses answers; absent where answers leave as they are. */
    compress?: Compress
    /** The origin under which a proxy offers the service, when the request came by that name. */
    publicOrigin?: string
    /** The address of the caller; absent when no server is listening. */
    clientAddress?: string
  }
}

/**
 * A request being answered. Responses are made by `respond`: Hono's own ways to make one would leave out the
 * headers that were gathered.
 */
export type AppContext = Omit<
  Context<AppEnvironment>,
  'body' | 'header' | 'html' | 'json' | 'newResponse' | 'redirect' | 'status' | 'text'
>

/** The connection that a request came by. A request from within the same program has none. */
export interface Connection {
  readonly remoteAddress: string | undefined
  /** How many headers the request has, with those that were dropped for being too many. */
  readonly headerCount: number
  /** What has become of the body: it still arrives, is here as a whole, or never will be. */
  readonly body: 'arriving' | 'complete' | 'gone'
  /** Runs once when the body is here as a whole. */
  onBodyEnd(run: () => void): void
  /** Runs once when nothing more will arrive. */
  onBodyClose(run: () => void): void
  /** Runs once when the connection is done with the answer; now, when it is already. */
  onClose(run: () => void): void
  /**
   * Drops the connection without an end, once what was written has left. An answer that has begun
   * waits for its own headers too; one that has not is dropped without any.
   */
  drop(answer: 'begun' | 'not begun'): Promise<void>
}

/** What a proxy hides. */
export interface Place {
  /** The origin under which a proxy offers the service. */
  publicOrigin: string | undefined
  /** Believes the nearest proxy about the address of a client. */
  trustProxy: boolean
}

/** Sets the address a request came from and the origin it was sent to, as far as a proxy hides them. */
export function setClientAddress(context: AppContext, { publicOrigin, trustProxy }: Place): void {
  if (publicOrigin !== undefined && context.req.header('host') === new URL(publicOrigin).host)
    context.set('publicOrigin', publicOrigin)
  // The last name in the list is the one that the nearest proxy wrote; those before it are hearsay.
  const forwarded = trustProxy ? context.req.header('x-forwarded-for') : undefined
  const address = forwarded?.split(',').at(-1)?.trim() ?? context.env?.connection?.remoteAddress
  if (address !== undefined) context.set('clientAddress', address)
}

/** The URL of a request as the client knows it, without its query. */
export function requestUrl(context: AppContext): string {
  const { origin, pathname } = new URL(context.req.url)
  return `${context.get('publicOrigin') ?? origin}${pathname}`
}

/** Drops the connection that a request came by, see `Connection.drop`. */
export async function dropConnection(
  context: AppContext,
  answer: 'begun' | 'not begun',
): Promise<void> {
  // `env` is absent when the app is called without a connection.
  const connection = (context.env as Partial<AppContext['env']> | undefined)?.connection
  if (!connection) throw new Error('No connection to drop')
  await connection.drop(answer)
}
