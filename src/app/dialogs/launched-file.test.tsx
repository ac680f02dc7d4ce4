import type { Page } from '@playwright/test'
import { onTestFinished } from 'vitest'

import { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import { expect, test } from '../testing/open-page.tsx'

/** Opens the app as the system does with a file. */
async function launchWith(page: Page, text: string): Promise<void> {
  const files = [{ getFile: async () => new File([text], 'given.json') }]
  const setConsumer = (consumer: (launch: object) => void) => consumer({ files })
  Reflect.set(window, 'launchQueue', { setConsumer })
  onTestFinished(() => void Reflect.deleteProperty(window, 'launchQueue'))
  await page.goto('/chat')
}

test('a HAR that the app is opened with is shown for import', async ({ page }) => {
  const request = { method: 'POST', url: 'https://api.example/v1/chat/completions', headers: [] }
  const entry = { startedDateTime: '2026-01-01T00:00:00Z', time: 5, request, response: {} }
  await launchWith(page, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  const dialog = page.getByRole('dialog', { name: 'Import a request' })
  await expect(dialog).toContainText('/chat/completions')
  await dialog.getByRole('button', { name: 'Inspect' }).click()
  await expect(new ChatScreen(page).inspector).toContainText('/chat/completions')
})

test('a setup that the app is opened with is there, and can be taken back', async ({ page }) => {
  const messages = [{ role: 'user', content: 'From a file' }]
  const setup = { area: 'chat', model: 'default', settings: {}, messages, attachments: [] }
  await launchWith(page, JSON.stringify(setup))
  await expect(page.getByRole('article', { name: 'User message' })).toContainText('From a file')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
})
