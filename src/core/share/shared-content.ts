const CACHE = 'shared content'

/** More than are opened at once; what no page has read by then is forgotten. */
const MAX_UNREAD = 4

/** More than people share, and enough to fill a disk with, bytes. */
const MAX_BYTES = 64 * 1024 * 1024

/** Keeps where the form came from, beside it. */
const FROM = 'X-Shared-From'

type Caches = Pick<CacheStorage, 'open'>

/** What another app shared with the installed one. */
export interface SharedContent {
  /** The origin of the website that it came from, where that says so: any website can submit such a form. */
  from?: string
  text: string
  files: readonly File[]
}

/**
 * Stores the form that the browser makes of shared content, in the service worker: it goes no further.
 * `key` is a path of the app; the page loads it by the same. Rejects what is too large.
 */
export async function storeSharedContent(
  caches: Caches,
  key: string,
  request: Request,
): Promise<void> {
  const body = await request.blob()
  if (body.size > MAX_BYTES) throw new RangeError(`More than ${MAX_BYTES} bytes were shared.`)
  const cache = await caches.open(CACHE)
  const unread = await cache.keys()
  for (const old of unread.slice(0, Math.max(0, unread.length + 1 - MAX_UNREAD)))
    await cache.delete(old)
  const headers = new Headers({ 'Content-Type': request.headers.get('Content-Type') ?? '' })
  if (/^https?:/.test(request.referrer)) headers.set(FROM, new URL(request.referrer).origin)
  await cache.put(key, new Response(body, { headers }))
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
  const from = stored.headers.get(FROM)
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
  return {
    ...(from === null ? {} : { from }),
    text: text.join('\n'),
    files: files.filter(({ size }) => size > 0),
  }
}

function contains(other: string, line: string, isBefore: boolean): boolean {
  return other === line ? isBefore : other.includes(line)
}
