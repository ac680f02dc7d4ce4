import { buildLock, buildName } from './build-lock.ts'

/** One build of the app, as `scripts/service-worker.mjs` writes it into the service worker. */
export interface Build {
  /** The path of the app on its web server: `/` or `/name/`. */
  base: string
  /** The paths of the scripts that its page starts with. */
  scripts: readonly string[]
  /** Its files by path, each with its hash: `sha256-…`. */
  files: Readonly<Record<string, string>>
}

/** Everything outside the cache that it uses. */
export interface ShellWorld {
  caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>
  fetch: typeof fetch
  heldLocks: () => Promise<readonly string[]>
}

const PREFIX = 'shell '

/** Stores all files of a build, compared with their hashes, or none; the page must be of this build. */
export async function storeBuild({ caches, fetch }: ShellWorld, build: Build): Promise<void> {
  const { base, scripts, files } = build
  const loads = Object.entries(files).map(async ([path, integrity]) => {
    // Another build of the same content has it already.
    const response = (await caches.match(path)) ?? (await fetch(path, { integrity }))
    if (!response.ok) throw new Error(`${path} is not there: ${response.status}.`)
    return [path, response] as const
  })
  const [page, ...responses] = await Promise.all([
    fetch(base, { cache: 'no-store', headers: { Accept: 'text/html' } }),
    ...loads,
  ])
  const html = await page.text()
  if (!page.ok || !scripts.every((script) => html.includes(script)))
    throw new Error('The page belongs to another build.')
  const cache = await caches.open(PREFIX + buildName(scripts))
  for (const [path, response] of responses) await cache.put(path, response)
  // Made anew: a response that was redirected may not be a page.
  await cache.put(base, new Response(html, { headers: page.headers }))
}

/**
 * Deletes the builds that no page has open, besides this one. Another copy of the app, in another folder of the
 * origin, has its own: the name of a build begins with the folder that its scripts are in.
 */
export async function deleteUnusedBuilds(
  { caches, heldLocks }: ShellWorld,
  { base, scripts }: Build,
): Promise<void> {
  const own = buildName(scripts)
  const held = new Set(await heldLocks())
  for (const name of await caches.keys()) {
    const other = name.startsWith(`${PREFIX}${base}assets/`) ? name.slice(PREFIX.length) : own
    if (other !== own && !held.has(buildLock(other))) await caches.delete(name)
  }
}

/** A file of any stored build; its name has a hash, so it is the same in all of them. */
export async function storedFile({ caches, fetch }: ShellWorld, request: Request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** The page as its server has it, and the stored one when the server can't be reached. */
export async function pageOrStored(
  { caches, fetch }: ShellWorld,
  { base, scripts }: Build,
  request: Request,
  preloaded?: Promise<Response | undefined>,
): Promise<Response> {
  try {
    return withoutUrl((await preloaded) ?? (await fetch(request)))
  } catch (error) {
    const stored = await (await caches.open(PREFIX + buildName(scripts))).match(base)
    if (stored === undefined) throw error
    return withoutUrl(stored)
  }
}

/**
 * The same response without a URL of its own, so that the page has the URL that was asked for: in Firefox it
 * would lose its fragment otherwise, which holds a shared setup. A redirect is for the browser to follow.
 */
function withoutUrl(response: Response): Response {
  return response.type === 'opaqueredirect' ? response : new Response(response.body, response)
}
