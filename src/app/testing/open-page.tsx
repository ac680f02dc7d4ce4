import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from '@playwright/test'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { test as base, vi } from 'vitest'

import { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import type { RunningService } from '../../../scripts/run-service.mjs'
import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
  type WithoutPortOptions,
} from '../../../service/testing/service-without-port.ts'
import type { Chat } from '../../core/chat/chat.ts'
import { fakeLockManager } from '../../core/journal/testing/fake-locks.ts'
import { fillGaps, followPage } from './dom-gaps.ts'
import { DomNetwork } from './dom-network.ts'
import { DomPage, type HappyWindow } from './dom-page.ts'
import { createRoot } from './react-at-once.ts'

fillGaps()

/** For the servers of others, which a test starts on this machine. */
const fetchOfNode = globalThis.fetch

/** What a test is given. */
interface Fixtures {
  /** What the service of this test has beyond what all have. */
  serviceOptions: Pick<WithoutPortOptions, 'likeProvider' | 'networkIds' | 'tier'>
  /** The app in this process, answered by a service in this process. Playwright's page, as far as it goes. */
  page: Page
  /** The chat screen, open and connected. */
  chat: ChatScreen
  /** The service behind the page. */
  service: { ready: RunningService['ready'] }
}

/** What Vitest knows of a module. */
interface EvaluatedModule {
  promise: unknown
  exports: unknown
  evaluated: boolean
  importers: Set<string>
}

function evaluatedModules(): Map<string, EvaluatedModule> {
  const worker = Reflect.get(globalThis, '__vitest_worker__') as {
    evaluatedModules: { idToModuleMap: Map<string, EvaluatedModule> }
  }
  return worker.evaluatedModules.idToModuleMap
}

/** Waits until the chat of the page is stored: stored later, it would be in the next page. */
async function chatStored(): Promise<void> {
  const [, module] = [...evaluatedModules()].find(([id]) => id.endsWith('/src/page/chat.ts')) ?? []
  const page = module?.exports as { chat?: Chat } | undefined
  await page?.chat?.writer.settled()
}

/**
 * Has the modules of the app run anew, as a page that is loaded: they are the state of a page. Not those of the service, as
 * `vi.resetModules` would: what it loads later has to know the same classes.
 */
function forgetApp(): void {
  for (const [id, module] of evaluatedModules())
    if (/\/src\/(?!.*(?:\/testing\/|\.test\.))/.test(id) && !id.includes('/node_modules/')) {
      Object.assign(module, { promise: undefined, exports: undefined, evaluated: false })
      module.importers.clear()
    }
}

/** A file that is served beside the app. */
const sampleFile = async (pathname: string) =>
  new Response(new Uint8Array(await readFile(path.join('public', pathname))))

export const test = base.extend<Fixtures>({
  serviceOptions: {},
  page: async ({ serviceOptions }, give) => {
    const pageKey = 'key-of-this-page-0123456789'
    const service = serviceWithoutPort({ tokensPerSecond: 0, keys: 0, pageKey, ...serviceOptions })
    const faults: unknown[] = []
    vi.stubGlobal('reportError', (error: unknown) => faults.push(error))
    const databases = new IDBFactory()
    // As most tests want them: the settings of a chat stand open.
    localStorage.setItem('playground.settings', '{"version":1,"settingsOpen":true}')
    const locks = fakeLockManager()
    let close = () => undefined as void
    const open = async (path: string) => {
      close()
      forgetApp()
      const endPage = followPage()
      const closed = { is: false, drops: new Set<() => void>() }
      // What a page asks late, once it was left, reaches nobody and is never answered.
      vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) =>
        closed.is ? new Promise(() => undefined) : network.fetch(...request),
      )
      Object.defineProperty(navigator, 'locks', { value: locks.of(closed), configurable: true })
      const happy = window as unknown as HappyWindow
      happy.happyDOM.setURL(new URL(path, ORIGIN_WITHOUT_PORT).href)
      const [{ start }, { takeOver }] = await Promise.all([
        import('../start.ts'),
        import('../shell/take-over.tsx'),
      ])
      vi.stubGlobal('indexedDB', databases)
      for (const run of page.scripts) run()
      start()
      const container = document.createElement('div')
      document.body.append(container)
      const root = createRoot(container, { onCaughtError: () => undefined })
      await takeOver(container, root)
      close = () => {
        root.unmount()
        closed.is = true
        for (const drop of closed.drops) drop()
        container.remove()
        endPage()
        // What it still stores is lost with it, and must not be in the next one.
        vi.stubGlobal('indexedDB', new IDBFactory())
      }
    }
    const network = new DomNetwork((request) => {
      const { origin, pathname, search } = new URL(request.url)
      if (origin !== ORIGIN_WITHOUT_PORT) return fetchOfNode(request)
      if (pathname.startsWith('/samples/')) return sampleFile(pathname)
      // As the browser marks what its own page sends.
      request.headers.set('sec-fetch-site', 'same-origin')
      return service.request(pathname + search, request)
    })
    const page = new DomPage(open, network)
    vi.stubGlobal('fetch', network.fetch)
    await give(page as unknown as Page)
    await chatStored()
    close()
    localStorage.clear()
    sessionStorage.clear()
    faults.push(...service.unexpected)
    await service.close()
    if (faults.length > 0) throw new AggregateError(faults, 'The page or the service failed.')
  },
  service: async ({ page: _ }, give) => {
    const config = (await (await fetch('/config.json')).json()) as RunningService['ready']
    await give({ ready: { ...config, appUrl: `${ORIGIN_WITHOUT_PORT}/` } })
  },
  chat: async ({ page }, give) => {
    await page.goto('/chat')
    const chat = new ChatScreen(page)
    await chat.ready()
    await give(chat)
  },
})

export { expect } from './dom-expect.ts'
