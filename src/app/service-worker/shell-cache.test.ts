import { beforeEach, expect, it } from 'vitest'

import { buildLock } from './build-lock.ts'
import {
  deleteUnusedBuilds,
  pageOrStored,
  storeBuild,
  storedFile,
  type Build,
  type ShellWorld,
} from './shell-cache.ts'

/** What the server has, by path; nothing at all while it can't be reached. */
let server: Map<string, string> | undefined
let stores: Map<string, Map<string, string>>
let locks: string[]
let fetched: string[]

const pathOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), 'http://app.test').pathname

function storeOf(name: string) {
  const store = stores.get(name) ?? new Map<string, string>()
  stores.set(name, store)
  return {
    put: async (path: string, response: Response) => void store.set(path, await response.text()),
    match: async (path: string) => responseOf(store.get(path)),
  }
}

function responseOf(text: string | undefined): Response | undefined {
  return text === undefined ? undefined : new Response(text)
}

const world = {
  caches: {
    open: async (name: string) => storeOf(name),
    match: async (request: RequestInfo | URL) => {
      const found = [...stores.values()].map((store) => store.get(pathOf(request)))
      return responseOf(found.find((text) => text !== undefined))
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  },
  fetch: async (request: RequestInfo | URL, options?: RequestInit) => {
    const path = pathOf(request)
    if (server === undefined) throw new TypeError('Failed to fetch')
    fetched.push(path)
    const text = server.get(path)
    if (options?.integrity !== undefined && options.integrity !== `hash of ${text}`)
      throw new TypeError('integrity')
    return text === undefined ? new Response('', { status: 404 }) : new Response(text)
  },
  heldLocks: async () => locks,
} as unknown as ShellWorld

/** A build whose first script is `entry`, with a file that all builds share. */
function buildOf(entry: string): Build {
  const files = { [`/assets/${entry}.js`]: `hash of ${entry}`, '/assets/same.js': 'hash of same' }
  return { base: '/', scripts: [`/assets/${entry}.js`], files }
}

function deploy(entry: string): Build {
  server = new Map([
    ['/', `<script src="/assets/${entry}.js">`],
    ['/chat', `<script src="/assets/${entry}.js">`],
    [`/assets/${entry}.js`, entry],
    ['/assets/same.js', 'same'],
  ])
  return buildOf(entry)
}

const open = async (build: Build) =>
  (await pageOrStored(world, build, new Request('http://app.test/chat'))).text()
const load = async (path: string) =>
  (await storedFile(world, new Request(`http://app.test${path}`))).text()

beforeEach(() => {
  stores = new Map()
  locks = []
  fetched = []
})

it('opens the app and its files while the server cannot be reached', async () => {
  const build = deploy('one')
  await storeBuild(world, build)
  server = undefined
  expect(await open(build)).toContain('/assets/one.js')
  expect(await load('/assets/one.js')).toBe('one')
})

it('opens the page that the server has, as long as it can be reached', async () => {
  const build = deploy('one')
  await storeBuild(world, build)
  deploy('two')
  expect(await open(build)).toContain('/assets/two.js')
})

it('stores nothing of a build that is changed, incomplete or being replaced', async () => {
  const build = deploy('one')
  server?.set('/assets/one.js', 'changed')
  await expect(storeBuild(world, build)).rejects.toThrow('integrity')
  deploy('two')
  await expect(storeBuild(world, build)).rejects.toThrow('integrity')
  server?.set('/assets/one.js', 'one')
  await expect(storeBuild(world, build)).rejects.toThrow('another build')
  expect(stores.size).toBe(0)
})

it('fetches what two builds share once', async () => {
  await storeBuild(world, deploy('one'))
  await storeBuild(world, deploy('two'))
  expect(fetched.filter((path) => path === '/assets/same.js')).toHaveLength(1)
})

it('keeps an earlier build as long as a page has it open, and no longer', async () => {
  await storeBuild(world, deploy('one'))
  const two = deploy('two')
  await storeBuild(world, two)
  locks = [buildLock('/assets/one.js'), 'something else']
  await deleteUnusedBuilds(world, two)
  expect(await load('/assets/one.js')).toBe('one')

  locks = []
  stores.set('of another app', new Map())
  await deleteUnusedBuilds(world, two)
  expect([...stores.keys()]).toEqual(['shell /assets/two.js', 'of another app'])
})

it('behavior: copies of the app in other folders of the origin keep their files', async () => {
  const others = ['/a/', '/a/b/'].map((base) => `shell ${base}assets/one.js`)
  for (const name of others) stores.set(name, new Map())
  await storeBuild(world, deploy('one'))
  const two = deploy('two')
  await storeBuild(world, two)
  await deleteUnusedBuilds(world, two)
  expect([...stores.keys()]).toEqual([...others, 'shell /assets/two.js'])
  const inFolder = { ...two, base: '/a/', scripts: ['/a/assets/two.js'] }
  await deleteUnusedBuilds(world, inFolder)
  expect([...stores.keys()]).toEqual([...others.slice(1), 'shell /assets/two.js'])
})

it('leaves the page the URL that was asked for, with its fragment', async () => {
  const page = new Response('the page', { status: 404, headers: { 'X-Policy': 'strict' } })
  Object.defineProperty(page, 'url', { value: 'http://app.test/chat/' })
  const request = new Request('http://app.test/chat#c=setup')
  const response = await pageOrStored(world, deploy('one'), request, Promise.resolve(page))
  expect(response.url).toBe('')
  expect([response.status, response.headers.get('X-Policy')]).toEqual([404, 'strict'])
  expect(await response.text()).toBe('the page')
})

it('leaves a redirect to the browser', async () => {
  const redirect = Response.error()
  Object.defineProperty(redirect, 'type', { value: 'opaqueredirect' })
  const request = new Request('http://app.test/chat')
  expect(await pageOrStored(world, deploy('one'), request, Promise.resolve(redirect))).toBe(
    redirect,
  )
})

it('is of no use before it has stored anything', async () => {
  const build = deploy('one')
  server = undefined
  await expect(open(build)).rejects.toThrow('Failed to fetch')
})
