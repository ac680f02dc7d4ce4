import type { Page } from '@playwright/test'

import type { ChatScreen } from '../../../../e2e/support/chat-screen.ts'
import { keptVersions } from '../../../../e2e/support/kept-answers.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

interface SentMessage {
  role: string
  content: string | null
  tool_call_id?: string
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  reasoning_details?: unknown[]
}

/** The bodies of the chat requests that the page sends from now on. */
function sentBodies(page: Page): { messages: SentMessage[] }[] {
  const bodies: { messages: SentMessage[] }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) bodies.push(request.postDataJSON())
  })
  return bodies
}

/** Answers the next request with these calls, as a service without streaming does. */
async function callOnce(page: Page, calls: { id: string; name: string; arguments: string }[]) {
  await page.route(
    '**/api/v1/chat/completions',
    async (route) => {
      const tool_calls = calls.map(({ id, name, arguments: json }) => ({
        id,
        type: 'function',
        function: { name, arguments: json },
      }))
      const message = { role: 'assistant', content: null, tool_calls }
      const choices = [{ index: 0, finish_reason: 'tool_calls', logprobs: null, message }]
      await route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({
          id: 'c',
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices,
        }),
      })
    },
    { times: 1 },
  )
}

const resultOf = (chat: ChatScreen, tool: string) =>
  chat.page.getByRole('textbox', { name: `Result of ${tool}`, exact: true })

test('a call is answered by hand and its result goes back under its id', async ({ chat, page }) => {
  const bodies = sentBodies(page)
  const answer = await chat.ask('/tool')
  await expect(answer.getByRole('group', { name: 'Arguments of get_weather' })).toContainText(
    '"city": "Zurich"',
  )
  await chat.message.fill('Well?')
  await expect(chat.send).toBeDisabled()
  await expect(page.getByText('The model waits for the result of get_weather').last()).toBeVisible()
  const give = answer.getByRole('button', { name: 'Send results' })
  await expect(give).toBeDisabled()

  await resultOf(chat, 'get_weather').fill('21 °C')
  await give.click()
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Tool message' })).toContainText('21 °C')
  await expect(answer).toContainText('has result')
  await expect(chat.send).toBeEnabled()
  expect(bodies).toHaveLength(2)
  const [, call, result] = bodies[1]?.messages ?? []
  expect(call?.tool_calls?.[0]?.function).toEqual({
    name: 'get_weather',
    arguments: '{"city":"Zurich"}',
  })
  expect(result).toEqual({
    role: 'tool',
    tool_call_id: call?.tool_calls?.[0]?.id,
    content: '21 °C',
  })
})

test('parallel calls need all their results; arguments that are no JSON are shown as such', async ({
  chat,
  page,
}) => {
  const bodies = sentBodies(page)
  await callOnce(page, [
    { id: 'a', name: 'first_tool', arguments: '{"n":1}' },
    { id: 'b', name: 'second_tool', arguments: '{"n": tw' },
  ])
  const answer = await chat.ask('Call both')
  await expect(answer).toContainText('invalid JSON arguments')
  await resultOf(chat, 'first_tool').fill('one')
  await expect(answer.getByRole('button', { name: 'Send results' })).toBeDisabled()
  await expect
    .poll(async () => (await keptVersions(page)).map(({ toolResults }) => toolResults))
    .toEqual([{ 0: 'one' }])
  await page.reload()
  await expect(resultOf(chat, 'first_tool')).toHaveValue('one')
  await resultOf(chat, 'second_tool').fill('two')
  await answer.getByRole('button', { name: 'Send results' }).click()
  await expect(chat.answers.nth(1).getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(bodies.at(-1)?.messages.slice(-2)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'one' },
    { role: 'tool', tool_call_id: 'b', content: 'two' },
  ])
})

test('reasoning details go back exactly as they came', async ({ chat, page }) => {
  const bodies = sentBodies(page)
  const given: unknown[] = []
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    for (const line of (await response.text()).split('\n')) {
      const found = /"reasoning_details":(\[.*?\])[,}]/.exec(line)?.[1]
      if (found !== undefined) given.push(found)
    }
    await route.fulfill({ response })
  })
  await chat.chooseModel('sandbox-reasoning')
  await chat.ask('/think /tool /report')
  await resultOf(chat, 'get_weather').fill('sunny')
  await page.getByRole('button', { name: 'Send results' }).click()
  const answer = chat.answers.nth(1)
  await expect(answer.getByRole('group', { name: 'Response metrics' })).toBeVisible()
  await expect(answer).toContainText('unchanged')
  const sent = bodies[1]?.messages.find(({ role }) => role === 'assistant')?.reasoning_details
  expect(sent).toHaveLength(1)
  expect(given).toContain(JSON.stringify(sent))
})
