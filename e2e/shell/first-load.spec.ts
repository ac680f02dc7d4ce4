import { FIRST_LOAD_BUDGET, firstLoad } from '../../bench/bundle/bundle-bench.mjs'
import { root } from '../../scripts/checkout.mjs'
import { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('opening the chat loads what the budget counts, the settings with it, and nothing else', async ({
  page,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    asked.add(pathname === '/chat' ? 'index.html' : pathname.slice(1))
  })
  await page.goto('/chat')
  const chat = new ChatScreen(page)
  await chat.ready()
  await expect(chat.settings.getByRole('slider', { name: /^temperature/ })).toBeVisible()
  const { files, bytes } = firstLoad(root)
  const notCounted = ['config.json', 'icon.svg']
  const counted = () => [...asked].filter((name) => !notCounted.includes(name)).toSorted()
  await expect.poll(counted).toEqual([...files].toSorted())
  await page.waitForLoadState('networkidle')
  expect(counted()).toEqual([...files].toSorted())
  expect(bytes).toBeLessThan(FIRST_LOAD_BUDGET)
})
