import { chooseJson, savedBy } from '../../../e2e/support/files.ts'
import { choose, openHistory } from '../../../e2e/support/history-screen.ts'
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
