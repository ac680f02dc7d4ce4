import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ToolCall } from '../../../contract/chat/messages.ts'
import type { ChatCompletion } from '../../../contract/chat/response.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ flags: ['--like-provider'] })
})
afterAll(() => service.stop())

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
]

async function completion(response: Response): Promise<ChatCompletion> {
  expect(response.status).toBe(200)
  return response.json() as Promise<ChatCompletion>
}

describe('thought signatures', () => {
  const question = { role: 'user', content: "What's the weather in Paris?" }
  const ask = (messages: unknown[], model = 'sandbox-large') =>
    service.chat('', { model, tools: TOOLS, messages })
  const goOn = (call: unknown) =>
    ask([
      question,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: (call as ToolCall).id, content: '12 °C' },
    ])

  it('come with the tool calls of one family, and must come back', async () => {
    const { choices } = await completion(await ask([question]))
    const [call] = choices?.[0]?.message.tool_calls ?? []
    expect(call).toMatchObject({ thought_signature: expect.any(String) })
    expect((await goOn(call)).status).toBe(200)
    const { thought_signature: _, ...stripped } = call as ToolCall
    const refused = await goOn(stripped)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: expect.stringContaining('Function call is missing a thought_signature'),
    })
    expect((await goOn({ ...stripped, thought_signature: 'changed' })).status).toBe(400)
  })

  it('come in streams too, and from no other model', async () => {
    const streamed = await service.chat(question.content, {
      model: 'sandbox-large',
      tools: TOOLS,
      stream: true,
    })
    expect(await streamed.text()).toContain('"thought_signature":')
    const { choices } = await completion(await ask([question], 'sandbox-chat'))
    expect(choices?.[0]?.message.tool_calls?.[0]).not.toHaveProperty('thought_signature')
  })
})
