import { vi } from 'vitest'

import { keptAnswers } from '../../../../e2e/support/kept-answers.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

test('behavior: a message that cannot be drawn is folded and the others are there', async ({
  chat,
  page,
}) => {
  const message = { role: 'assistant', content: 'Broken one' }
  const choices = [{ index: 0, finish_reason: 'stop', logprobs: null, message }]
  await page.route(
    '**/api/v1/chat/completions',
    (route) =>
      route.fulfill({
        json: { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices },
      }),
    { times: 1 },
  )
  await chat.ask('First')
  await chat.ask('Second')
  await expect.poll(keptAnswers(page)).toBe(2)
  // What no page of today writes: a picture that is none.
  await page.evaluate(async () => {
    const done = <T,>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      })
    const database = await done(indexedDB.open('vendor-playground'))
    const store = database.transaction('messages', 'readwrite').objectStore('messages')
    for (const record of await done(store.getAll()))
      if (JSON.stringify(record).includes('Broken one')) {
        record.versions[0].answer.choices[0].media = [null]
        await done(store.put(record))
      }
    database.close()
  })
  // It throws on purpose, and the page says so.
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  await page.reload()
  const broken = chat.answers.first()
  await expect(broken.getByRole('alert')).toContainText("Can't show this message")
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await broken.getByRole('button', { name: 'Show as text' }).click()
  await expect(broken.getByRole('group', { name: 'Message as text' })).toHaveText('Broken one')
  await broken.getByRole('button', { name: 'Try again' }).click()
  await expect(broken.getByRole('alert')).toContainText("Can't show this message")
  expect(reported.mock.calls.length).toBeGreaterThan(0)
})
