import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'
import { keptAnswers } from '../support/kept-answers.ts'

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Answers the next chat request with a body of this status. */
async function answerOnce(page: Page, status: number, body: string): Promise<void> {
  await page.route(
    '**/api/v1/chat/completions',
    (route) => route.fulfill({ status, contentType: 'application/json', body }),
    { times: 1 },
  )
}

function completion(message: object): string {
  const choices = [{ index: 0, finish_reason: 'stop', logprobs: null, message }]
  return JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices })
}

test('behavior: arguments nested 4000 and 6000 deep leave the conversation alive, also after a reload', async ({
  chat,
  page,
}) => {
  for (const [at, depth] of [4000, 6000].entries()) {
    if (at > 0) await page.goto('/chat')
    const call = { id: 'a', type: 'function', function: { name: 'deep', arguments: nested(depth) } }
    await answerOnce(
      page,
      200,
      completion({ role: 'assistant', content: null, tool_calls: [call] }),
    )
    const answer = await chat.ask('Call it')
    const isFolded = async () => {
      await expect(answer).toContainText('arguments nested too deeply')
      await expect(answer.getByRole('button', { name: 'Save as file' })).toBeVisible()
      const drawn = await answer.evaluate((element) => element.textContent.length)
      expect(drawn).toBeLessThan(200_000)
    }
    await isFolded()
    await expect.poll(keptAnswers(page)).toBe(at + 1)
    await page.reload()
    await isFolded()
    await expect(page.getByText('This section crashed')).toBeHidden()
  }
})

test.describe('a message that cannot be drawn', () => {
  test.use({ isThrowing: true })

  test('behavior: it is folded and the others are there', async ({ chat, page }) => {
    await answerOnce(page, 200, completion({ role: 'assistant', content: 'Broken one' }))
    await chat.ask('First')
    await chat.ask('Second')
    await expect.poll(keptAnswers(page)).toBe(2)
    // What no page of today writes: a picture that is none.
    await page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
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
    await page.reload()
    const broken = chat.answers.first()
    await expect(broken.getByRole('alert')).toContainText("Can't show this message")
    await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
    await broken.getByRole('button', { name: 'Show as text' }).click()
    await expect(broken.getByRole('group', { name: 'Message as text' })).toHaveText('Broken one')
    await broken.getByRole('button', { name: 'Try again' }).click()
    await expect(broken.getByRole('alert')).toContainText("Can't show this message")
  })
})
