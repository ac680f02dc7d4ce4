import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { completionOf, contentOf } from '../../testing/completion.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
let tools: unknown[]
beforeAll(async () => {
  service = await startTestService()
  const listed = await ask('tools/list', {})
  tools = listed.tools.map(({ name, description, inputSchema: parameters }: Listed) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
})
afterAll(() => service.stop())

interface Listed {
  name: string
  description: string
  inputSchema: object
}

async function ask(method: string, params: object) {
  const response = await fetch(`${service.origin}/local/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()).result
}

/** Runs the tools that are called until none is: the rounds, and the answer after them. */
async function run(question: string, more: object = {}) {
  const messages: object[] = [{ role: 'user', content: question }]
  const rounds: string[][] = []
  for (;;) {
    const body = { model: 'sandbox-chat', temperature: 0, messages, tools, ...more }
    const answer = await completionOf(await service.call('/chat/completions', body))
    const message = answer.choices?.[0]?.message
    const calls = message?.tool_calls ?? []
    if (message === undefined || calls.length === 0) return { rounds, text: contentOf(answer) }
    rounds.push(calls.map(({ function: { name, arguments: given } }) => `${name} ${given}`))
    messages.push(message)
    for (const { id, function: called } of calls) {
      const given = JSON.parse(called.arguments ?? '{}')
      const result = await ask('tools/call', { name: called.name, arguments: given })
      messages.push({ role: 'tool', tool_call_id: id, content: result.content[0].text })
    }
  }
}

describe('behavior: the built-in models with the practice tools', () => {
  it('ask for the weather of the city in the question', async () => {
    const { rounds, text } = await run("What's the weather in Paris?")
    expect(rounds).toEqual([['weather {"city":"Paris"}']])
    expect(text).toMatch(
      /`weather` says for \*\*Paris\*\*: city \*\*Paris\*\*, temperature \*\*-?\d+ °C\*\*/,
    )
  })

  it.each([
    ['What is 12 * (3 + 4)?', 'calculate {"expression":"12 * (3 + 4)"}'],
    ['How much is 20 - 8', 'calculate {"expression":"20 - 8"}'],
    ['Search for "server-sent events"', 'search {"query":"server-sent events"}'],
    ['What are webhooks?', 'search {"query":"What are webhooks?"}'],
    ['Call slow with 0.2 seconds.', 'slow {"seconds":0.2}'],
    ['Call fail.', 'fail {}'],
    ['Show me an image.', 'image {}'],
  ])('pick the tool that %s is for', async (question, call) => {
    expect((await run(question)).rounds).toEqual([[call]])
  })

  it('call two tools at once, or one after the other', async () => {
    const question = "What's the weather in Rome, and what is 6 * 7?"
    const both = ['weather {"city":"Rome"}', 'calculate {"expression":"6 * 7"}']
    const { rounds, text } = await run(question)
    expect(rounds).toEqual([both])
    expect(text).toContain('result **42**')
    const inOrder = await run(question, { parallel_tool_calls: false })
    expect(inOrder.rounds).toEqual(both.map((call) => [call]))
    expect(inOrder.text).toContain('result **42**')
  })

  it('do what comes "then" in a round of its own, and answer with all results', async () => {
    const { rounds, text } = await run(
      "What's the weather in Rome, then the weather in Oslo, and then calculate 2 + 3?",
    )
    expect(rounds).toEqual([
      ['weather {"city":"Rome"}'],
      ['weather {"city":"Oslo"}'],
      ['calculate {"expression":"2 + 3"}'],
    ])
    for (const said of ['Rome', 'Oslo', 'result **5**']) expect(text).toContain(said)
  })

  it('answer in text where nothing asks for a tool', async () => {
    expect((await run('Hello')).rounds).toEqual([])
    expect((await run('Thanks, that is all.')).rounds).toEqual([])
  })
})
