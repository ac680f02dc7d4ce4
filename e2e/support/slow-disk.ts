import type { BrowserContext } from '@playwright/test'

/**
 * How much longer every write of the page takes, ms: `SLOW_DISK=250 npm run e2e` shows which tests,
 * and which parts of the page, count on a fast disk.
 */
const SLOW_DISK_MS = Number(process.env['SLOW_DISK'] ?? 0)

/** Makes the writes of the pages of a context as slow as was asked for. */
export async function slowDisk(context: BrowserContext): Promise<void> {
  if (SLOW_DISK_MS === 0) return
  await context.addInitScript((ms) => {
    for (const name of ['put', 'delete'] as const) {
      const write = Reflect.get(IDBObjectStore.prototype, name) as (
        ...given: unknown[]
      ) => IDBRequest
      Reflect.set(
        IDBObjectStore.prototype,
        name,
        function (this: IDBObjectStore, ...given: unknown[]) {
          const request = write.apply(this, given)
          const until = performance.now() + ms
          // A transaction lasts as long as it is asked for something.
          const goOn = () => {
            if (performance.now() > until) return
            try {
              this.getKey('nothing').addEventListener('success', goOn)
            } catch {
              // It was given up meanwhile.
            }
          }
          request.addEventListener('success', goOn)
          return request
        },
      )
    }
  }, SLOW_DISK_MS)
}
