import type { Page } from '@playwright/test'

/** What a page did besides showing itself, since the last time it was asked. */
export interface Acts {
  /** Every request, to whomever, its own files included: `GET http://…`. */
  requests: string[]
  /** Every write to what a browser keeps: `localStorage.setItem theme`. */
  writes: string[]
}

/** A function name in the page, at which the writes of its scripts are counted. */
const WRITES = 'recordedWrites'

/**
 * Records what a page sends and stores, from before its first script. `take` gives what came since the
 * last time.
 */
export async function recordActs(page: Page): Promise<{ take: () => Promise<Acts> }> {
  let requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  page.on('websocket', (socket) => requests.push(`WebSocket ${socket.url()}`))
  await page.addInitScript((name) => {
    const writes: string[] = []
    Reflect.set(globalThis, name, writes)
    const watch = (owner: object, ownerName: string, methods: readonly string[]) => {
      for (const method of methods) {
        const real: unknown = Reflect.get(owner, method)
        if (typeof real !== 'function') continue
        Reflect.set(owner, method, function (this: unknown, ...given: unknown[]): unknown {
          const isRead = method === 'transaction' && (given[1] ?? 'readonly') === 'readonly'
          if (!isRead) writes.push(`${ownerName}.${method} ${String(given[0])}`)
          return Reflect.apply(real, this, given)
        })
      }
    }
    watch(Storage.prototype, 'Storage', ['setItem', 'removeItem', 'clear'])
    watch(IDBDatabase.prototype, 'IDBDatabase', ['transaction', 'createObjectStore'])
    watch(IDBFactory.prototype, 'IDBFactory', ['deleteDatabase'])
    watch(CacheStorage.prototype, 'CacheStorage', ['open', 'delete'])
    watch(ServiceWorkerContainer.prototype, 'ServiceWorkerContainer', ['register'])
    watch(BroadcastChannel.prototype, 'BroadcastChannel', ['postMessage'])
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
    Object.defineProperty(Document.prototype, 'cookie', {
      ...cookie,
      set(this: Document, value: string) {
        writes.push(`cookie ${value}`)
        cookie?.set?.call(this, value)
      },
    })
  }, WRITES)
  return {
    take: async () => {
      const writes = await page.evaluate((name) => {
        const kept: unknown = Reflect.get(globalThis, name)
        return Array.isArray(kept) ? kept.splice(0).map(String) : []
      }, WRITES)
      const acts = { requests, writes }
      requests = []
      return acts
    },
  }
}
