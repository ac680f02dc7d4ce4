import { chooseJson, savedBy } from '../../../e2e/support/files.ts'
import { choose, newChat, openHistory } from '../../../e2e/support/history-screen.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

test('a deleted conversation comes back with Undo', async ({ chat, page }) => {
  await chat.ask('Keep these words')
  const history = await openHistory(page)
  await choose(history, 'More: Keep these words', 'Delete')
  await expect(history.getByRole('link')).toHaveCount(0)
  await expect(page).toHaveURL(/\/chat$/)
  await history.getByRole('button', { name: 'Undo' }).click()
  await history.getByRole('link', { name: 'Keep these words' }).click()
  await expect(page.getByRole('article', { name: 'User message' })).toContainText(
    'Keep these words',
  )
})

test('a foreign, a newer and a hostile file change nothing that is here', async ({
  chat,
  page,
}) => {
  await chat.ask('Mine')
  const history = await openHistory(page)
  await chooseJson(page, () => choose(history, 'More: all conversations', 'Import'), '{"hello":1}')
  await expect(history).toContainText('Not a file of conversations')
  await chooseJson(
    page,
    () => choose(history, 'More: all conversations', 'Import'),
    '{"format":"playground-history","version":99}',
  )
  await expect(history).toContainText('File version 99 is newer than this page')
  const hostile = {
    conversation: {
      id: 'compare',
      title: '<img src=x onerror=alert(1)>',
      createdAt: 1,
      updatedAt: 1,
      model: 'default',
      settings: { base_url: 'https://evil.example' },
    },
    messages: [
      {
        kind: 'answer',
        id: 'a',
        conversationId: 'x',
        position: 1,
        shown: 0,
        versions: [
          {
            id: 'v',
            startedAt: 1,
            model: 'm',
            answer: {
              phase: 'failed',
              choices: [],
              citations: [],
              timing: {},
              failure: { kind: 'no such kind', message: 'Odd' },
            },
          },
        ],
      },
    ],
  }
  const file = { format: 'playground-history', version: 1, conversations: [hostile] }
  await chooseJson(
    page,
    () => choose(history, 'More: all conversations', 'Import'),
    JSON.stringify(file),
  )
  await expect(history).toContainText('1 conversation added.')
  await history.getByRole('link', { name: /onerror/ }).click()
  await expect(page.getByRole('article').getByRole('alert')).toBeVisible()
  await expect(history.getByRole('link', { name: 'Mine' })).toBeVisible()
})

test('one conversation goes out as Markdown', async ({ chat, page }) => {
  await chat.ask('Show `code` and <b>tags</b>')
  const history = await openHistory(page)
  const { text } = await savedBy(page, () =>
    choose(history, 'More: Show `code` and <b>tags</b>', 'Export as Markdown'),
  )
  expect(text).toContain('# Show \\`code\\` and \\<b\\>tags\\</b\\>')
  expect(text).toContain('```text\nShow `code` and <b>tags</b>\n```')
  expect(text).toContain('## assistant')
})

test('everything goes out as a file without a key, and comes back after it was deleted', async ({
  chat,
  page,
  service,
}) => {
  await chat.ask('One <b>bold</b> question')
  const history = await openHistory(page)
  await newChat(page)
  await chat.ask('Two')
  await choose(history, 'More: Two', 'Pin')
  const { text } = await savedBy(page, () =>
    choose(history, 'More: all conversations', 'Export everything'),
  )
  expect(text).not.toContain(service.ready.apiKey)
  expect(JSON.parse(text)).toMatchObject({ format: 'playground-history', version: 1 })

  await choose(history, 'More: all conversations', 'Delete everything')
  const dialog = page.getByRole('dialog', { name: 'Delete everything?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(history.getByRole('link')).toHaveCount(2)
  await choose(history, 'More: all conversations', 'Delete everything')
  await dialog.getByRole('button', { name: 'Delete all 2 entries' }).click()
  await expect(history).toContainText('No conversations yet')

  await chooseJson(page, () => choose(history, 'More: all conversations', 'Import'), text)
  await expect(history).toContainText('2 conversations added.')
  await expect(history.getByRole('region', { name: 'Pinned' })).toContainText('Two')
  await chooseJson(page, () => choose(history, 'More: all conversations', 'Import'), text)
  await expect(history).toContainText('0 conversations added, 2 skipped: already here.')
  await expect(history.getByRole('link')).toHaveCount(2)
  await chooseJson(
    page,
    () => choose(history, 'More: all conversations', 'Import'),
    text.replaceAll('One <b>', 'Uno <b>'),
  )
  await expect(history).toContainText('1 imported as a copy')
  await expect(history.getByRole('link')).toHaveCount(3)
  await history.getByRole('link', { name: 'Uno' }).click()
  await expect(chat.answers.first()).toContainText('Reported cost')
})
