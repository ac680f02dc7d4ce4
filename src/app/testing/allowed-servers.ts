import type { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import { startOtherServer, type OtherServer } from '../../../e2e/support/other-server.ts'
import { test as base } from './open-page.tsx'

/** Further APIs on this machine, which the page may contact: that a person allows them first is the browser's. */
export const test = base.extend<{ others: OtherServer[]; other: OtherServer; chat: ChatScreen }>({
  others: async ({ page }, give) => {
    const others = await Promise.all([0, 1, 2].map(startOtherServer))
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch()
      const config = (await response.json()) as object
      const apiOrigins = others.map(({ origin }) => origin)
      await route.fulfill({ response, json: { ...config, apiOrigins } })
    })
    await give(others)
    for (const other of others) await other.stop()
  },
  other: async ({ others: [other] }, give) => {
    if (other !== undefined) await give(other)
  },
  chat: async ({ others: _, chat }, give) => give(chat),
})
