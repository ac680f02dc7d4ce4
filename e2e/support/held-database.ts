import type { BrowserContext } from '@playwright/test'

/** Keeps every tab from reading or writing these stores until they are let go. */
export async function holdDatabase(
  context: BrowserContext,
  database: string,
  stores: readonly string[],
): Promise<() => Promise<void>> {
  const holder = await context.newPage()
  await holder.goto('/icon.svg')
  await holder.evaluate(
    ([name, held]) =>
      new Promise<void>((resolve, reject) => {
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
  return async () => {
    await holder.evaluate(() => Reflect.set(globalThis, 'letGo', true))
    await holder.close()
  }
}
