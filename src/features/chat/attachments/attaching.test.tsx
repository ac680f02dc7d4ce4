import { resolveObjectURL } from 'node:buffer'

import type { Locator } from '@playwright/test'
import { vi } from 'vitest'

import {
  attach,
  attachments,
  checks,
  file,
  hashOf,
  type Part,
  startWith,
} from '../../../../e2e/support/attached-parts.ts'
import { keptAnswers } from '../../../../e2e/support/kept-answers.ts'
import { picture, sha256, type SampleFile } from '../../../../e2e/support/media-samples.ts'
import type { DomPage } from '../../../app/testing/dom-page.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

/** Hands files to the page as an event of the clipboard or of a drag would. */
async function hand(target: Locator, event: 'paste' | 'drop', files: SampleFile[]): Promise<void> {
  const data = new DataTransfer()
  for (const { name, mimeType, buffer } of files)
    data.items.add(new File([new Uint8Array(buffer)], name, { type: mimeType }))
  if (event === 'paste') return target.dispatchEvent('paste', { clipboardData: data })
  for (const name of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(name, { dataTransfer: data })
  return undefined
}

/** The bytes at an address of this page. */
const bytesAt = async (url: string) =>
  Buffer.from((await resolveObjectURL(url)?.arrayBuffer()) ?? new ArrayBuffer())

test('files that are pasted or dropped are attached, to the message that is edited if it is there', async ({
  chat,
  page,
}) => {
  const sent = await startWith(chat, 'sandbox-media')
  const image = file('image.png', 'image/png', await picture('png', 64, 64))
  const text = file('b.txt', 'text/plain', Buffer.from('Hello'))
  await chat.message.focus()
  await hand(chat.message, 'paste', [image])
  await expect(attachments(page)).toContainText('64 × 64 px')
  await hand(page.getByRole('log', { name: 'Conversation' }), 'drop', [text])
  await expect(attachments(page)).toHaveCount(2)
  await chat.ask('/tokens 3 See?')
  expect(sent().slice(0, 2).map(hashOf)).toEqual([image, text].map(({ buffer }) => sha256(buffer)))

  const user = page.getByRole('article', { name: 'User message' })
  await user.hover()
  await user.getByRole('button', { name: 'Edit user message' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit user message' })
  await editor.fill('/tokens 3 Look at this')
  const png = await picture('png', 80, 64)
  await hand(editor, 'paste', [file('photo.png', 'image/png', png)])
  await expect(user.getByRole('img')).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveCount(0)
  await expect(editor).toHaveValue('/tokens 3 Look at this')
  await editor.press('ControlOrMeta+Enter')
  await chat.answers.first().hover()
  await chat.answers.first().getByRole('button', { name: 'Retry' }).click()
  await expect
    .poll(() => [...sent()].map(({ type }) => type).toSorted())
    .toEqual(['file', 'image_url', 'image_url', 'text'])
})

test('a model without eyes is warned about, and one for a single image says which it will see', async ({
  chat,
  page,
}) => {
  await startWith(chat, 'sandbox-chat')
  const image = await picture('png', 64, 64)
  await attach(page, [file('first.png', 'image/png', image)])
  await expect(checks(page)).toContainText("sandbox-chat doesn't support images")
  await checks(page)
    .getByRole('button', { name: /^Use sandbox-/ })
    .click()
  await expect(chat.model).not.toHaveValue('sandbox-chat')
  await expect(checks(page).getByRole('listitem')).toHaveCount(0)
  await expect(await chat.ask('First')).toContainText('image, PNG, 64 × 64 px')

  await chat.chooseModel('sandbox-vision-single')
  await attach(page, [file('second.png', 'image/png', image)])
  await expect(checks(page)).toContainText('1 in this message, not the 1 before')
  await chat.ask('Second')
  const messages = page.getByRole('article', { name: 'User message' })
  await expect(messages.first()).toContainText('not seen by sandbox-vision-single')
  await expect(messages.last()).not.toContainText('not seen')
})

test('with the keyboard alone: attach, reorder, mark, remove and send', async ({ chat, page }) => {
  const sent = await startWith(chat, 'sandbox-media')
  const pick = async (files: SampleFile[]) => {
    // Before the menu opens: what catches the choice of files takes a moment to be there.
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Files' })).toBeFocused()
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(files)
  }
  const options = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Options for ${name}` }).focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: `Options for ${name}` })
    const item = menu.getByRole('menuitem', { name: action })
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await pick([
    file('one.txt', 'text/plain', Buffer.from('1')),
    file('two.txt', 'text/plain', Buffer.from('2')),
    file('three.txt', 'text/plain', Buffer.from('3')),
  ])
  await expect(attachments(page)).toHaveCount(3)
  await options('three.txt', 'Move earlier')
  await options('two.txt', 'Mark end of cached prompt')
  await page.getByRole('button', { name: 'Remove one.txt' }).focus()
  await page.keyboard.press('Enter')
  await expect(attachments(page)).toHaveCount(2)
  await chat.message.focus()
  await page.keyboard.type('Read')
  const leaving = page.waitForRequest('**/chat/completions')
  await page.keyboard.press('Enter')
  await leaving
  expect(sent().map((part) => [part.file?.filename, part.cache_control])).toEqual([
    ['three.txt', undefined],
    ['two.txt', { type: 'ephemeral' }],
    [undefined, undefined],
  ])
})

test('a message keeps its parts over a reload, and they are sent along again', async ({
  chat,
  page,
}) => {
  const sent = await startWith(chat, 'sandbox-media')
  const image = await picture('png', 64, 64)
  await attach(page, [
    file('a.png', 'image/png', image),
    file('notes.txt', 'text/plain', Buffer.from('Remember the milk')),
  ])
  await expect(attachments(page)).toHaveCount(2)
  await chat.ask('First')
  const before = sent()
  await expect.poll(keptAnswers(page)).toBe(1)
  await page.reload()
  await chat.ready()
  const message = page.getByRole('article', { name: 'User message' }).first()
  await expect(message.getByRole('img')).toBeVisible()
  await message.getByText('Text', { exact: true }).click()
  await expect(message).toContainText('Remember the milk')
  const { messages } = await chat.echo()
  const [first] = messages as { content: Part[] }[]
  expect(first?.content.map(({ type }) => type)).toEqual(before.map(({ type }) => type))
  await expect(message.getByRole('img')).toBeVisible()
})

test('a full disk never keeps a message from being sent, and is said aloud', async ({
  chat,
  page,
}) => {
  await startWith(chat, 'sandbox-media')
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  })
  const image = file('big.png', 'image/png', await picture('png', 900, 900, { noise: true }))
  await attach(page, [image])
  await expect(attachments(page)).toContainText('900 × 900 px')
  // A large body is no string.
  const fetched = vi.spyOn((page as unknown as DomPage).network, 'fetch')
  const answer = await chat.ask('See?')
  await expect(answer).toContainText('image, PNG, 900 × 900 px')
  const sent = fetched.mock.calls.findLast(([, init]) => init?.body != null)?.[1]?.body
  const { messages } = (await new Response(sent).json()) as { messages: { content: Part[] }[] }
  expect(hashOf(messages[0]?.content[0])).toBe(sha256(image.buffer))
  const shown = page.getByRole('img', { name: 'big.png' })
  await expect(shown).toBeVisible()
  const drawn = await bytesAt((await shown.getAttribute('src')) ?? '')
  expect(sha256(drawn)).toBe(sha256(image.buffer))
  await expect(page.getByText('a reload will lose')).toBeVisible()
  put.mockRestore()
})
