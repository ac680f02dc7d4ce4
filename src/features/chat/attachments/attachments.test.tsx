import type { Page } from '@playwright/test'

import { expect, test } from '../../../app/testing/open-page.tsx'

function attachments(page: Page) {
  return page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
}

test('an address is sent as it is, and this page never contacts it', async ({ chat, page }) => {
  await chat.chooseModel('sandbox-media')
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('.example')) foreign.push(request.url())
  })
  const urls: [string, string][] = [
    ['https://media.example/cat.png', 'Image'],
    ['https://media.example/watch?v=1', 'Video'],
    ['https://media.example/report.pdf', 'File'],
  ]
  for (const [url, kind] of urls) {
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByRole('menuitem', { name: 'From URL' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach by URL' })
    await dialog.getByRole('textbox', { name: 'URL' }).fill(url)
    await dialog.getByRole('radio', { name: kind }).check()
    await dialog.getByRole('button', { name: 'Attach URL' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(attachments(page)).toHaveCount(3)
  // Nobody is at these addresses: what counts is what was asked for.
  const request = page.waitForRequest('**/chat/completions')
  await chat.say('Look')
  const { messages } = (await request).postDataJSON() as { messages: { content: unknown }[] }
  expect(messages.at(-1)?.content).toEqual([
    { type: 'image_url', image_url: { url: urls[0]?.[0] } },
    { type: 'video_url', video_url: { url: urls[1]?.[0] } },
    { type: 'file', file: { file_data: urls[2]?.[0], filename: 'report.pdf' } },
    { type: 'text', text: 'Look' },
  ])
  const message = page.getByRole('article', { name: 'User message' })
  await expect(message).toContainText('https://media.example/cat.png')
  await expect(message.locator('img, video, audio, a')).toHaveCount(0)
  await message.getByRole('button', { name: 'Open…' }).first().click()
  const question = page.getByRole('dialog', { name: 'Open media.example?' })
  await expect(question).toContainText('in one of your messages')
  await page.keyboard.press('Escape')
  expect(foreign).toEqual([])
})

test('an address that cannot be sent is refused with the reason', async ({ chat: _, page }) => {
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await page.getByRole('menuitem', { name: 'From URL' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach by URL' })
  await dialog.getByRole('textbox', { name: 'URL' }).fill('ftp://media.example/cat.png')
  await dialog.getByRole('textbox', { name: 'URL' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('must be an http(s) URL')
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('more parts than a message may have are counted, and the rest goes in one press', async ({
  chat,
  page,
}) => {
  await chat.chooseModel('sandbox-media')
  const checks = page.getByRole('list', { name: 'Attachment checks' })
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Files', exact: true }).click(),
  ])
  await chooser.setFiles(
    Array.from({ length: 7 }, (_, index) => ({
      name: `${index}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    })),
  )
  await expect(checks).toContainText('7 files attached. A message can have up to 5.')
  await checks.getByRole('button', { name: 'Keep the first 5' }).click()
  await expect(attachments(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(attachments(page)).toHaveCount(7)
})
