import type { Context } from 'hono'

import type { ApiKey } from '../auth/api-keys.ts'
import type { Log } from '../log.ts'
import type { Connection } from './connection.ts'
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
