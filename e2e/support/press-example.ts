import { expect, type Page } from '@playwright/test'

import type { ChatScreen } from './chat-screen.ts'

/** Presses an example of the empty chat: what it is made of is sent, responded to, and gone with a new chat. */
export async function pressExample(
  { chat, page }: { chat: ChatScreen; page: Page },
  name: string,
  sent: { model: string },
): Promise<void> {
  const request = page.waitForRequest('**/chat/completions')
  await page.getByRole('button', { name, exact: true }).click()
  expect((await request).postDataJSON()).toMatchObject(sent)
  await expect(chat.model).toHaveValue(sent.model)
  const answer = chat.answers.first()
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toContainText(
    'Reported cost',
  )
  await expect(answer.getByRole('alert')).toHaveCount(0)
  await page
    .getByRole('button', { name: /^New chat/ })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Settings that are sent' })).toHaveCount(0)
  await expect(chat.model).toHaveValue('default')
}
