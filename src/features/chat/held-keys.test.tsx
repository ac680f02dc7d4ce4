import type { Page } from '@playwright/test'

import { pressAbove } from '../../../e2e/support/chat-screen.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

const KEY = 'sk-proj-Ab3dEf6hIj9kLmNoPqRs'

/** The messages of every chat request that leaves the page. */
function sentBodies(page: Page): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) bodies.push(request.postData() ?? '')
  })
  return bodies
}

test('a message with a key in it is held until its writer decides', async ({ chat, page }) => {
  const bodies = sentBodies(page)
  const asked = page.getByRole('alert').filter({ hasText: 'what looks like a key: “sk-pro…”' })
  await chat.say(`Why is ${KEY} refused?`)
  await expect(asked).toContainText('Nothing was sent yet')
  await expect(chat.message).toHaveValue(`Why is ${KEY} refused?`)
  expect(bodies).toEqual([])

  await asked.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(asked).toBeHidden()
  await expect(chat.message).toHaveValue('Why is <redacted 28 chars> refused?')
  await chat.send.click()
  await expect.poll(() => bodies).toHaveLength(1)
  expect(bodies[0]).not.toContain(KEY)

  await expect(chat.stop).toBeHidden()
  await chat.say(`It is meant: ${KEY}`)
  await asked.getByRole('button', { name: 'Send anyway' }).click()
  await expect.poll(() => bodies).toHaveLength(2)
  expect(bodies[1]).toContain(`It is meant: ${KEY}`)
})

test('the key of the connection is known by itself', async ({ chat, page, service }) => {
  const bodies = sentBodies(page)
  await chat.say(`What is ${service.ready.apiKey} for?`)
  await expect(page.getByRole('alert')).toContainText(
    'contains the key of the connection This machine',
  )
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(chat.message).toHaveValue(/^What is <redacted \d+ chars> for\?$/)
  expect(bodies).toEqual([])
})

test('Evaluate asks before any of its configurations is sent a key', async ({ chat: _, page }) => {
  const bodies = sentBodies(page)
  await pressAbove(page, 'Compare')
  await expect(page).toHaveURL(/\/evaluate$/)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(`Why is ${KEY} refused?`)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await page.getByRole('button', { name: 'Send anyway' }).waitFor()
  expect(bodies).toEqual([])
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await send.click()
  await expect.poll(() => bodies).toHaveLength(2)
  for (const body of bodies) expect(body).toContain('Why is <redacted 28 chars> refused?')
})
