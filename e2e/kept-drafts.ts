import type { Page } from '@playwright/test'

/** The texts of the drafts that this browser keeps, and how many attachments. */
export function keptDrafts(page: Page): Promise<{ texts: string[]; parts: number }> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const name = 'vendor-playground-drafts'
    const known = await indexedDB.databases()
    if (!known.some((one) => one.name === name)) return { texts: [], parts: 0 }
    const database = await done(indexedDB.open(name))
    const transaction = database.transaction(['drafts', 'parts'])
    const drafts = (await done(transaction.objectStore('drafts').getAll())) as { text: string }[]
    const parts = await done(transaction.objectStore('parts').count())
    database.close()
    return { texts: drafts.map(({ text }) => text), parts }
  })
}

/** The texts alone, as a condition to wait for. */
export const keptTexts = (page: Page) => async () => (await keptDrafts(page)).texts
