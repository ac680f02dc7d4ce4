import type { DocumentReader } from '../documents/read-document.ts'
import { readDocument } from '../documents/read-document.ts'
import { PUBLIC_POLICY } from '../outbound/outbound-policy.ts'
import { createService } from '../server.ts'
import { openDatabase } from '../storage/database.ts'

/** A service that listens nowhere: tests call its app, as often as they like. */
export interface ServiceWithoutPort {
  /** Sends a request; `path` from the root of the origin. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Posts JSON below `/api/v1` with a key that was not used for the last thousand requests. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Such a key. The failure budget of a single one would soon be used up. */
  nextKey(): string
  /** What nobody expected, as the log has it. */
  readonly unexpected: readonly unknown[]
  close(): Promise<void>
}

const ORIGIN = 'http://127.0.0.1:1'
const KEYS = Array.from({ length: 1000 }, (_, index) => `key-${index}`)

/** Puts such a service together, in memory and without the internet. */
export function serviceWithoutPort(reader: DocumentReader = readDocument): ServiceWithoutPort {
  const unexpected: unknown[] = []
  const database = openDatabase(undefined)
  const service = createService({
    host: '127.0.0.1',
    port: 1,
    database,
    pageKey: 'page',
    furtherKeys: KEYS,
    isMemory: true,
    slowModelDelayMs: 1,
    readDocument: reader,
    outboundPolicy: { ...PUBLIC_POLICY, resolve: async () => [], allowsAddress: () => false },
    log: (level, event, details) => {
      if (level === 'error' && event !== 'request') unexpected.push({ event, ...details })
    },
  })
  let sent = 0
  const nextKey = () => KEYS[(sent += 1) % KEYS.length] ?? ''
  const request = async (path: string, init?: RequestInit) =>
    service.app.request(`${ORIGIN}${path}`, init)
  return {
    request,
    nextKey,
    unexpected,
    post: (path, body, headers = {}) =>
      request(`/api/v1${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${nextKey()}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    close: async () => {
      await service.close(0)
      database.close()
    },
  }
}
