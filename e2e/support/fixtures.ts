import { test as base, type BrowserContextOptions, expect, type Page } from '@playwright/test'

import { ChatScreen } from './chat-screen.ts'
import { openServicePool, type ServicePool, type TestService } from './service-pool.ts'
import { slowDisk } from './slow-disk.ts'

/** Answers come in pieces, but none is waited for; a message that says `/rate` has its own. */
const RATE = ['--rate', '1000']

interface Fixtures {
  /** Flags of the service of this test besides a free port, and --memory where none says --data. */
  serviceFlags: string[]
  /** Whether the test violates the page's security policy on purpose. */
  isAgainstPolicy: boolean
  /** Whether the test has the page throw on purpose. */
  isThrowing: boolean
  /** Whether the settings of a chat stand open where there is room, as most tests want them. */
  hasSettingsOpen: boolean
  /** A service of this test's own. */
  service: TestService
  /** Opens a page on a further device, beside the one of the test. */
  openPage: (device: BrowserContextOptions) => Promise<Page>
  /** The chat screen of the app, open and connected. */
  chat: ChatScreen
}

/**
 * Tests against the built app and a real service. Each test also proves that the page ran under its
 * security policy without a violation, and that nothing threw.
 */
export const test = base.extend<Fixtures, { services: ServicePool }>({
  services: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for it.
    async ({}, use) => {
      const services = openServicePool()
      await use(services)
      services.close()
    },
    { scope: 'worker' },
  ],
  serviceFlags: [[], { option: true }],
  isAgainstPolicy: [false, { option: true }],
  isThrowing: [false, { option: true }],
  hasSettingsOpen: [true, { option: true }],
  service: async ({ services, serviceFlags }, use) => {
    const storage = serviceFlags.includes('--data') ? [] : ['--memory']
    const service = await services.start([...storage, '--port', '0', ...RATE, ...serviceFlags])
    await use(service)
    await service.stop()
  },
  baseURL: async ({ service }, use) => {
    await use(service.ready.appUrl)
  },
  page: async ({ page, isAgainstPolicy, isThrowing, hasSettingsOpen }, use) => {
    const faults = await prepare(page, hasSettingsOpen)
    await use(page)
    const isMeant = (fault: string) =>
      (isAgainstPolicy && POLICY_FAULT.test(fault)) ||
      (isThrowing && fault.startsWith('uncaught: '))
    expect(
      faults.filter((fault) => !isMeant(fault)),
      'policy violations and errors of the page',
    ).toEqual([])
  },
  openPage: async ({ browser, hasSettingsOpen }, use) => {
    const pages = new Map<Page, string[]>()
    await use(async (device) => {
      const context = await browser.newContext(device)
      const page = await context.newPage()
      pages.set(page, await prepare(page, hasSettingsOpen))
      return page
    })
    for (const [page, faults] of pages) {
      await page.context().close()
      expect(faults, 'policy violations and errors of a further page').toEqual([])
    }
  },
  chat: async ({ page }, use) => {
    await page.goto('/chat')
    const chat = new ChatScreen(page)
    await chat.ready()
    await use(chat)
  },
})

/** Makes a page as tests have it; gives what goes wrong in it. */
async function prepare(page: Page, hasSettingsOpen: boolean): Promise<string[]> {
  const faults: string[] = []
  await watchFaults(page, faults)
  await slowDisk(page.context())
  if (hasSettingsOpen) await page.addInitScript(leaveSettingsOpen)
  return faults
}

/** In a browser where nothing is arranged yet. */
function leaveSettingsOpen(): void {
  const key = 'playground.settings'
  // An empty page has no storage.
  if (location.protocol === 'http:' && localStorage.getItem(key) === null)
    localStorage.setItem(key, JSON.stringify({ version: 1, settingsOpen: true }))
}

/** A violation, as the browser logs it and as the page hears of it. */
const POLICY_FAULT = /^policy: connect-src |^console: .*violates the .*Content Security Policy/

async function watchFaults(page: Page, faults: string[]): Promise<void> {
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // The browser logs every answer with an error status, every one it keeps from the page, and every
    // socket that it cannot open; the tests provoke those on purpose.
    const ofNetwork =
      /^Failed to load resource|^Mixed Content:|blocked by CORS policy|^WebSocket connection to/.test(
        message.text(),
      )
    if (message.type() === 'error' && !ofNetwork) faults.push(`console: ${message.text()}`)
  })
  await page.exposeFunction('reportPolicyViolation', (text: string) => {
    faults.push(`policy: ${text}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const report: unknown = Reflect.get(globalThis, 'reportPolicyViolation')
      if (typeof report === 'function') report(`${violatedDirective} ${blockedURI}`)
    })
  })
}

export { expect }
