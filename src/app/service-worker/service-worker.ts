import { createKeyKeeper } from '../../core/client/connection/handed-keys.ts'
import { storeSharedContent } from '../../core/share/shared-content.ts'
import { SHARED_CONTENT_PARAMETER } from '../../core/share/shared-fragment.ts'
import { readRoute } from '../read-route.ts'
import { buildName } from './build-lock.ts'
import {
  deleteUnusedBuilds,
  pageOrStored,
  storeBuild,
  storedFile,
  type Build,
  type ShellWorld,
} from './shell-cache.ts'

/*
 * Keeps the app itself for when its server can't be reached, receives what other apps share with it, and has
 * the keys of a page in its memory while that page is loaded anew. It
 * responds to nothing else: requests to an API never pass through it.
 */

/** Written by `scripts/service-worker.mjs`. */
declare const BUILD: Build

/** What of a service worker's global scope is used; the types of pages have none of it. */
interface Scope {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'message', listener: (event: Received) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<{ postMessage(data: unknown): void }[]> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void
}
interface Received extends Extendable {
  data: unknown
  ports: readonly MessagePort[]
}
interface Fetching extends Extendable {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

const scope = globalThis as unknown as Scope
/** In one place: it is long, and written wherever it is named. */
const build = BUILD

const world: ShellWorld = {
  caches,
  fetch: (...given) => fetch(...given),
  heldLocks: async () => {
    const { held = [] } = await navigator.locks.query()
    return held.map(({ name = '' }) => name)
  },
}

scope.addEventListener('install', (event) => {
  // At once: pages of an earlier build keep their files until they are closed.
  event.waitUntil(storeBuild(world, build).then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver(): Promise<void> {
  await scope.registration.navigationPreload?.enable()
  await deleteUnusedBuilds(world, build)
  await scope.clients.claim()
  // Pages compare it with their own.
  for (const client of await scope.clients.matchAll())
    client.postMessage({ build: buildName(build.scripts) })
}

const keeper = createKeyKeeper()
scope.addEventListener('message', (event) => {
  const [port] = event.ports
  event.waitUntil(keeper.receive(event.data, (answer) => port?.postMessage(answer)))
})

scope.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || !pathname.startsWith(build.base)) return
  if (request.method === 'POST') {
    if (request.mode === 'navigate' && pathname === `${build.base}share`)
      event.respondWith(receiveShared(request))
    return
  }
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (readRoute(pathname.slice(build.base.length - 1)) !== undefined)
      event.respondWith(pageOrStored(world, build, request, preloadResponse))
  } else if (pathname in build.files || pathname.startsWith(`${build.base}assets/`))
    event.respondWith(storedFile(world, request))
})

async function receiveShared(request: Request): Promise<Response> {
  const id = crypto.randomUUID()
  // What can't be stored is missing in the page, which says so.
  await storeSharedContent(caches, `${build.base}shared/${id}`, request).catch(() => undefined)
  return Response.redirect(`${build.base}?${SHARED_CONTENT_PARAMETER}=${id}`, 303)
}
