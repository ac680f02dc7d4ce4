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
