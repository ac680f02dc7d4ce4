import type { BrowserContext, Page } from '@playwright/test'

/** Keeps every tab from reading or writing these stores until they are let go. */
export async function holdDatabase(
  context: BrowserContext,
  database: string,
  stores: readonly string[],
): Promise<() => Promise<void>> {
  const holder = await context.newPage()
  await holder.goto('/icon.svg')
  const letGo = await holdStores(holder, database, stores)
  return async () => {
    await letGo()
    await holder.close()
  }
}

/** The same from a page that is there, and as long as it is. */
export async function holdStores(
  page: Page,
  database: string,
  stores: readonly string[],
): Promise<() => Promise<void>> {
  await page.evaluate(
    ([name, held]) =>
      new Promise<void>((resolve, reject) => {
        Reflect.set(globalThis, 'letGo', false)
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(new Error('refused')))
        opening.addEventListener('success', () => {
          const opened = opening.result
          const store = opened.transaction(held, 'readwrite').objectStore(held[0] ?? '')
          // A transaction lasts as long as it is asked for something.
          const goOn = () => {
            resolve()
            if (Reflect.get(globalThis, 'letGo') === true) opened.close()
            else store.count().addEventListener('success', goOn)
          }
          store.count().addEventListener('success', goOn)
        })
      }),
    [database, stores] as const,
  )
  return () => page.evaluate(() => void Reflect.set(globalThis, 'letGo', true))
}
