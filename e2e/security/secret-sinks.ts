import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

/** Texts by the name of what they are, or of where they stand. */
export type Named = Readonly<Record<string, string>>

/** Which of the canaries stand where: "payment header in localStorage". */
export function hits(canaries: Named, sinks: Named): string[] {
  return Object.entries(sinks).flatMap(([sink, text]) =>
    Object.entries(canaries)
      .filter(([, canary]) => text.includes(canary))
      .map(([name]) => `${name} in ${sink}`),
  )
}

/** The longest signature anywhere in a header that is base64 of JSON; of one in hex the digits. */
export function signatureIn(header: string): string {
  const json = Buffer.from(header, 'base64').toString()
  const found = [...json.matchAll(/"signature":"([^"]+)"/g)].map(([, text = '']) => text)
  const [longest = ''] = found.toSorted((a, b) => b.length - a.length)
  return longest.replace(/^0x/, '')
}

/** Every file below a folder, as text byte for byte and as hex, by its path. */
export function filesOf(folder: string): { path: string; mode: number; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const file = join(folder, path)
    const stat = statSync(file)
    if (!stat.isFile()) return []
    const bytes = readFileSync(file)
    const text = `${bytes.toString('latin1')} ${bytes.toString('hex')}`
    return [{ path, mode: stat.mode & 0o777, text }]
  })
}

/** What the page copies from now on, over all its documents. */
export async function recordClipboard(page: Page): Promise<string[]> {
  const copied: string[] = []
  await page.exposeFunction('keepCopied', (text: string) => {
    copied.push(text)
  })
  await page.addInitScript(() => {
    const keep: unknown = Reflect.get(globalThis, 'keepCopied')
    const write = (text: string) => (typeof keep === 'function' ? keep(text) : undefined)
    // An empty page has none.
    const clipboard: unknown = Reflect.get(navigator, 'clipboard')
    if (typeof clipboard === 'object' && clipboard !== null)
      Object.defineProperty(clipboard, 'writeText', { value: write })
  })
  return copied
}

/** Presses every button that copies something, wherever it stands on the screen or in a part of it. */
export async function pressCopyButtons(within: Page | Locator): Promise<void> {
  // Some are shown only beside the pointer, and those behind a dialog cannot be reached. "Copy as" is a menu.
  const buttons = within.getByRole('button', { name: /^Copy(?! as$)/, includeHidden: true })
  await buttons.evaluateAll((all) => {
    for (const button of all) button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
}

/** Everything that the page keeps or shows, as text; binary values as base64. */
export async function sinksOf(page: Page) {
  return page.evaluate(async () => {
    const plain = (value: unknown): string =>
      JSON.stringify(value, (_, inner: unknown) =>
        inner instanceof Uint8Array ? String.fromCodePoint(...inner.slice(0, 100_000)) : inner,
      ) ?? ''
    const names = await indexedDB.databases()
    const databases = await Promise.all(
      names.map(
        ({ name }) =>
          new Promise<string>((resolve, reject) => {
            const opening = indexedDB.open(name ?? '')
            opening.addEventListener('error', () => reject(new Error('not opened')))
            opening.addEventListener('success', () => {
              const db = opening.result
              const rows: unknown[] = []
              const transaction = db.transaction([...db.objectStoreNames])
              for (const store of db.objectStoreNames) {
                const reading = transaction.objectStore(store).getAll()
                reading.addEventListener('success', () => rows.push(reading.result))
              }
              transaction.addEventListener('complete', () => {
                db.close()
                resolve(plain(rows))
              })
            })
          }),
      ),
    )
    const caches = 'caches' in globalThis ? await globalThis.caches.keys() : []
    return {
      databases: databases.join('\n'),
      page: `${new XMLSerializer().serializeToString(document)} ${plain(
        [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
          ({ value }) => value,
        ),
      )}`,
      address: location.href,
      referrer: document.referrer,
      history: plain(history.state),
      localStorage: plain(Object.entries(localStorage)),
      sessionStorage: plain(Object.entries(sessionStorage)),
      caches: plain(caches),
    }
  })
}
