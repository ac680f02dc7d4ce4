import type { MiddlewareHandler } from 'hono'

import { failureScope } from '../../../contract/limits/failure-log.ts'
import {
  ABUSE_MESSAGE,
  FAILURE_BLOCK_MS,
  FAILURE_BUDGET,
  FAILURE_WINDOW_MS,
  PROVIDER_FAILURE_BUDGET,
  PROVIDER_UNSUPPORTED_BUDGET,
} from '../../../contract/limits/sizes.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import { signInHeader } from '../auth/wallet-access.ts'
import type { AppContext, AppEnvironment } from '../http/app-environment.ts'
import { isJsonType, readJson } from '../http/body/read-body.ts'
import { HttpError, standardError, UnsupportedFeature } from '../http/http-error.ts'

/** Counts failures per caller and says who is blocked (contract, "Abuse protection"). */
export interface FailureBudget {
  /** Milliseconds until the caller may try again; 0 when it may now. */
  blockedFor(caller: string): number | Promise<number>
  /** One failure more than `most` in the window blocks the caller. */
  recordFailure(caller: string, most?: number): void | Promise<void>
  /** The failures that count against a caller who is not blocked. */
  countOf(caller: string): number | Promise<number>
}

interface LocalFailureBudget extends FailureBudget {
  blockedFor(caller: string): number
  recordFailure(caller: string, most?: number): void
  countOf(caller: string): number
}

const MAX_CALLERS = 10_000

/** The budget kept in this process. */
export function createFailureBudget(now: () => number = Date.now): LocalFailureBudget {
  const callers = new Map<string, { failures: number[]; blockedUntil: number }>()
  const countedOf = (caller: string) =>
    (callers.get(caller)?.failures ?? []).filter((at) => at > now() - FAILURE_WINDOW_MS)
  return {
    blockedFor: (caller) => Math.max(0, (callers.get(caller)?.blockedUntil ?? 0) - now()),
    countOf: (caller) => countedOf(caller).length,
    recordFailure: (caller, most = FAILURE_BUDGET) => {
      const failures = [...countedOf(caller), now()]
      const isBlocked = failures.length > most
      // Kept in order of use, so that the one forgotten first is the one quiet for longest.
      const blockedUntil = callers.get(caller)?.blockedUntil ?? 0
      callers.delete(caller)
      callers.set(
        caller,
        isBlocked
          ? { failures: [], blockedUntil: now() + FAILURE_BLOCK_MS }
          : { failures, blockedUntil },
      )
      const oldest = callers.size > MAX_CALLERS ? callers.keys().next().value : undefined
      if (oldest !== undefined) callers.delete(oldest)
    },
  }
}

/**
 * The failure budget of the real service, for a caller, a model and a `user`. Every response says what is left.
 * `callerOf` names a known key, or else the address.
 */
export function providerFailures(
  failures: FailureBudget,
  authenticator: Authenticator,
  callerOf: (context: AppContext, key: string | undefined) => string,
): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const key = await authenticator.knownKey(context)
    const isSigned = key !== undefined || signInHeader(context) !== undefined
    const scope = isSigned ? await scopeOf(context) : ''
    const caller = `${callerOf(context, key?.id)} ${scope}`
    const unsupported = `${caller} unsupported`
    const blockedFor = async () =>
      Math.max(await failures.blockedFor(caller), await failures.blockedFor(unsupported))
    const report = async () => {
      const wait = await blockedFor()
      const left = Math.min(
        PROVIDER_FAILURE_BUDGET - (await failures.countOf(caller)),
        PROVIDER_UNSUPPORTED_BUDGET - (await failures.countOf(unsupported)),
      )
      return {
        'x-ratelimit-remaining': String(wait > 0 ? 0 : Math.max(0, left)),
        'x-ratelimit-resets': String(Date.now() + (wait > 0 ? wait : FAILURE_WINDOW_MS)),
      }
    }
    const wait = await blockedFor()
    if (wait > 0)
      throw standardError(429, ABUSE_MESSAGE, undefined, {
        ...(await report()),
        'x-ratelimit-type': 'user',
        'Retry-After': String(Math.ceil(wait / 1000)),
      })
    await next()
    if (context.error instanceof UnsupportedFeature)
      await failures.recordFailure(unsupported, PROVIDER_UNSUPPORTED_BUDGET)
    else if (isCounted(context)) await failures.recordFailure(caller, PROVIDER_FAILURE_BUDGET)
    for (const [name, value] of Object.entries(await report())) context.res.headers.set(name, value)
  }
}

/** The model and the `user` of a JSON body, of which the handler still has its own copy. */
async function scopeOf(context: AppContext): Promise<string> {
  if (!isJsonType(context.req.header('content-type') ?? null)) return ''
  try {
    return failureScope(await readJson(context.req.raw.clone()))
  } catch (error) {
    // What is wrong with it, its handler says.
    if (error instanceof HttpError) return ''
    throw error
  }
}

/** Client errors, but for those that the real service lets pass. */
function isCounted(context: AppContext): boolean {
  const { status } = context.res
  if (status < 400 || status >= 499 || status === 413 || status === 429) return false
  if (status === 402)
    return context.req.header('authorization') !== undefined || signInHeader(context) !== undefined
  const { error } = context
  if (!(error instanceof HttpError)) return true
  const { code, issues } = error.body
  const [issue] = Array.isArray(issues) ? issues : []
  return code !== 'INVALID_CONTENT_TYPE' && Object(issue).code !== 'invalid_json'
}
