import { isServiceError, type Failure } from '../../../contract/errors/failure.ts'
import { headerValue } from '../../../contract/headers/header-list.ts'
import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'
import type { JsonObject } from '../../../contract/json.ts'
import {
  failuresThatCount,
  operationOf,
  type FailureLog,
} from '../../../contract/limits/failure-log.ts'
import { wireHeaderName } from '../../../contract/provider-name.ts'
import type { Connection } from '../client/connection/connections.ts'
import type { Exchange } from '../client/exchanges/exchange.ts'
import {
  JSON_LINES_FORMAT,
  redactedExchange,
  type RedactedExchange,
  toJsonLines,
} from '../inspector/export/redacted-exchange.ts'

/** What a page is and where it runs: nothing that names a person or a conversation. */
export interface PageFacts {
  /** File name of the page's first script, which names the build. */
  readonly build: string
  /** "chat", "image" and so on. */
  readonly area: string
  readonly browser: string
  readonly language: string
  readonly viewport: string
  readonly onLine: boolean
}

/** What a bundle is made from. */
export interface BundleParts {
  readonly failure: Failure
  readonly exchange: Exchange | undefined
  readonly connection: Connection | undefined
  readonly log: FailureLog | undefined
  readonly page: PageFacts
  /** Unix ms */
  readonly now: number
}

/**
 * One file for support, as JSON Lines that the inspector opens: the failure, the page and its
 * connection, the failures that count, and the exchange without keys, signatures or any text of it.
 * Everything in it is named here; what is not named stays out.
 */
export function supportBundle(parts: BundleParts): string {
  const { failure, exchange, connection, log, page, now } = parts
  const version = connection && wireHeaderName('x-vendor-version', connection.providerName)
  const service = isServiceError(failure)
    ? { status: failure.status, code: failure.code, requestId: failure.requestId }
    : {}
  const facts: JsonObject = {
    madeAt: new Date(now).toISOString(),
    failure: { kind: failure.kind, message: redactSecretShapes(failure.message), ...service },
    page: { ...page },
    ...(connection === undefined
      ? {}
      : {
          connection: {
            kind: connection.kind,
            origin: new URL(connection.baseUrl).origin,
            providerName: connection.providerName,
            paidBy: connection.credential?.kind ?? 'nothing',
          },
        }),
    serviceVersion: exchange && version && headerValue(exchange.headers, version),
    failures: (log === undefined ? [] : failuresThatCount(log, now)).map(
      // The scope may name a person.
      ({ scope: _, ...one }) => one,
    ),
  }
  return exchange === undefined
    ? `${JSON.stringify({ format: JSON_LINES_FORMAT, version: 1, ...facts })}\n`
    : toJsonLines(forSupport(exchange), facts)
}

/** The exchange without text, without balances, and without addresses that may name a person. */
function forSupport(exchange: Exchange): RedactedExchange {
  const { receipt, request, ...rest } = redactedExchange(exchange, { content: false })
  const { balanceBeforeUsd: _before, balanceAfterUsd: _after, ...kept } = receipt
  const { origin, pathname } = new URL(request.url)
  const pathOf = (path: string) => operationOf(request.method, path).split(' ')[1] ?? ''
  return {
    ...rest,
    receipt: kept,
    headers: rest.headers.filter(([name]) => !/balance/i.test(name)),
    request: { ...request, url: origin + pathOf(pathname), path: pathOf(request.path) },
  }
}
