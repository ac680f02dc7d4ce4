import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'

/** Has every configuration respond with a text, and every judge pass. */
async function giveTexts(page: Page, text: string): Promise<void> {
  await page.route('**/api/v1/chat/completions', async (route) => {
    const { messages } = route.request().postDataJSON() as { messages: { content: string }[] }
    const isJudge = messages[0]?.content.startsWith('You judge') === true
    const content = isJudge ? '{"reason":"As asked.","pass":true}' : text
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
    const chunk = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }], usage })}\n\n`
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `${chunk({ role: 'assistant', content }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
    })
  })
}

async function addCheck(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add check' }).click()
  await page.getByRole('combobox', { name: 'Check type' }).selectOption({ label: type })
}

test('behavior: a pattern that never ends is stopped, code is sealed, and a judge votes', async ({
  page,
}) => {
  await giveTexts(page, `${'a'.repeat(60)}!`)
  await page.goto('/evaluate')
  await page.getByRole('button', { name: 'Add case' }).click()
  await page.getByRole('textbox', { name: '{{input}}' }).fill('Say a.')
  await addCheck(page, 'Contains')
  await page.getByRole('textbox', { name: 'Expected', exact: true }).fill('aaa')
  await addCheck(page, 'Regular expression')
  await page.getByRole('textbox', { name: 'Expected', exact: true }).fill('^(a+)+$')
  await addCheck(page, 'JavaScript')
  await page.getByRole('textbox', { name: 'Code' }).fill('return typeof fetch + variables.input')
  await addCheck(page, 'Model as judge')
  await page.getByRole('textbox', { name: 'Criteria' }).fill('Has the letter a.')
  await page.getByRole('combobox', { name: 'Votes' }).selectOption('3')
  await page.getByRole('button', { name: 'Run all' }).click()

  const cell = page.getByRole('gridcell', { name: /^Case 1, A: .*failed$/ })
  await cell.press('Enter')
  const results = page.getByRole('list', { name: 'Check results' }).getByRole('listitem')
  await expect(results).toHaveText([
    /^Passed Contains “aaa”/,
    /^Undecided Matches .*timed out after 2 s/,
    /^Failed JavaScript.*“undefinedSay a\.”/,
    /^Passed Judge: “Has the letter a\.”, 3 votes.*3 of 3 votes: passed\. “As asked\.”/,
  ])
})
