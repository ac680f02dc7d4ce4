const CACHE = 'shared content'

/** More than are opened at once; what no page has read by then is forgotten. */
const MAX_UNREAD = 4

type Caches = Pick<CacheStorage, 'open'>

/** What another app shared with the installed one. */
export interface SharedContent {
  text: string
  files: readonly File[]
}

/**
 * Stores the form that the browser makes of shared content, in the service worker: it goes no further.
 * `key` is a path of the app; the page loads it by the same.
 */
export async function storeSharedContent(
  caches: Caches,
  key: string,
  request: Request,
): Promise<void> {
  const cache = await caches.open(CACHE)
  const unread = await cache.keys()
  for (const old of unread.slice(0, Math.max(0, unread.length + 1 - MAX_UNREAD)))
    await cache.delete(old)
  const type = request.headers.get('Content-Type') ?? ''
  await cache.put(
    key,
    new Response(await request.arrayBuffer(), { headers: { 'Content-Type': type } }),
  )
}

/** Loads stored content and deletes it; undefined when it is not there. Rejects when it is no form. */
export async function loadSharedContent(
  caches: Caches,
  key: string,
): Promise<SharedContent | undefined> {
  const cache = await caches.open(CACHE)
  const stored = await cache.match(key)
  if (stored === undefined) return undefined
  await cache.delete(key)
  const form = await stored.formData()
  const lines = ['title', 'text', 'url'].flatMap((name) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  // Many apps repeat the title or the URL in the text.
  const text = lines.filter(
    (line, at) => !lines.some((other, index) => index !== at && contains(other, line, index < at)),
  )
  const files = form.getAll('files').filter((file) => typeof file !== 'string')
  return { text: text.join('\n'), files: files.filter(({ size }) => size > 0) }
}

function contains(other: string, line: string, isBefore: boolean): boolean {
  return other === line ? isBefore : other.includes(line)
}
