import type { Page } from '@playwright/test'

/**
 * What one of the page's stores holds in this browser, in the order of its keys; nothing where the
 * page has not made that store yet.
 */
export function keptRecords(page: Page, database: string, store: string): Promise<unknown[]> {
  return page.evaluate(
    async ([name, from]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
        })
      // Opening what the page has not made yet would make it empty.
      if (!(await indexedDB.databases()).some((known) => known.name === name)) return []
      const opened = await done(indexedDB.open(name))
      const records = opened.objectStoreNames.contains(from)
        ? await done(opened.transaction(from).objectStore(from).getAll() as IDBRequest<unknown[]>)
        : []
      opened.close()
      return records
    },
    [database, store] as const,
  )
}
