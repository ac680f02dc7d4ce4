import type { Request } from '@playwright/test'

import { PocketScreen } from '../../../../e2e/pocket/pocket-screen.ts'
import { ChatScreen } from '../../../../e2e/support/chat-screen.ts'
import { ExploreScreen } from '../../../../e2e/support/explore-screen.ts'
import { ImageScreen, photo } from '../../../../e2e/support/image-screen.ts'
import { ToolsScreen } from '../../../../e2e/support/tools-screen.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

test('behavior: an image edit, a run of tools and a request in Explore are paid from a pocket account', async ({
  page,
}) => {
  const pocket = new PocketScreen(page)
  await pocket.open()
  await pocket.createFunded({ key: 'Until reload' })
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  const paid: string[] = []
  page.on('request', (request) => {
    if (isSigned(request)) paid.push(new URL(request.url()).pathname)
  })
  const goTo = (area: string) => page.getByRole('link', { name: area, exact: true }).click()

  await goTo('Image')
  const image = new ImageScreen(page)
  await expect(page.getByLabel('Price')).toContainText('$')
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  expect((await image.send()).status).toBe(200)

  await goTo('Chat')
  const chat = new ChatScreen(page)
  const tools = new ToolsScreen(page)
  await tools.connect()
  await tools.runAutomatically()
  await chat.say("What's the weather in Rome, then what is 6 * 7?")
  await tools.decide('Allow once')
  await tools.decide('Allow once')
  await expect(chat.answers.nth(2)).toContainText('result 42')

  await goTo('Explore')
  const explore = new ExploreScreen(page)
  await explore.choose('POST /embeddings')
  await explore.call.getByRole('textbox', { name: 'model' }).fill('sandbox-embedding')
  await explore.call
    .getByRole('textbox', { name: /^input/ })
    .first()
    .fill('Hello')
  await explore.send.click()
  await expect(explore.status).toContainText('200')

  const api = (name: string) => `/api/v1/${name}`
  expect(paid).toEqual([
    api('image/edit'),
    ...Array.from({ length: 3 }, () => api('chat/completions')),
    api('embeddings'),
  ])
})

/** Reads of the balance are signed too, and cost nothing. */
function isSigned(request: Request): boolean {
  return request.method() === 'POST' && request.headers()['sign-in-with-x'] !== undefined
}
