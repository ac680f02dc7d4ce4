import type { Request } from '@playwright/test'
import { vi } from 'vitest'

import { PocketScreen } from '../../../../e2e/pocket/pocket-screen.ts'
import { ChatScreen } from '../../../../e2e/support/chat-screen.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

test('behavior: a request over a limit is refused in words, and sent once the limit allows it', async ({
  page,
}) => {
  const pocket = new PocketScreen(page)
  await pocket.open()
  await pocket.createFunded({ key: 'Until reload', limits: { 'Per request limit': '0.000001' } })
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) sent.push(request)
  })
  await page.getByRole('button', { name: 'Start chatting' }).click()
  const chat = new ChatScreen(page)
  await chat.say('Hello')
  const refusal = chat.answers.getByRole('alert')
  await expect(refusal).toContainText('Over per request limit')
  await expect(refusal).toContainText('$0.000001')
  expect(sent).toEqual([])

  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  const limit = pocket.panel.getByRole('spinbutton', { name: 'Per request limit' })
  await limit.fill('6')
  await expect(pocket.panel.getByRole('alert')).toContainText('at most the daily limit')
  await expect(pocket.panel.getByRole('button', { name: 'Save limits' })).toBeDisabled()
  await limit.fill('1')
  await pocket.panel.getByRole('button', { name: 'Save limits' }).click()
  await expect(pocket.panel.getByRole('button', { name: 'Save limits' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await chat.ask('Hello again')
  expect(sent).toHaveLength(1)
})

test('what a press brought is seen at once, without the next look at the network', async ({
  page,
}) => {
  const later = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => (ms === 2000 ? 0 : later(run, ms)))
  let reads = 0
  page.on('response', (response) => {
    if (response.url().includes('/local/rpc/')) reads += 1
  })
  const pocket = new PocketScreen(page)
  await pocket.open()
  await pocket.createAccount()
  await expect.poll(() => reads).toBeGreaterThan(1)
  await pocket.getTestUsdc()
})
