import { test as base } from './fixtures.ts'
import { type StaticHost, startStaticHost } from './static-server.mjs'

/** A test of the page as a plain web server gives it, with no service. */
export const test = base.extend<{ host: StaticHost }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright asks for it.
  host: async ({}, use) => {
    const host = await startStaticHost()
    await use(host)
    await host.stop()
  },
  baseURL: async ({ host }, use) => {
    await use(host.appUrl)
  },
})
