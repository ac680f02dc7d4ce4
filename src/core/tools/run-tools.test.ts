import { describe, expect, it } from 'vitest'

import { settled } from '../chat/testing/fake-world.ts'
import { fakeServer, fakeToolChat, type FakeToolChat } from './testing/fake-tools.ts'

/** The roles of the messages on the screen, in order. */
function roles({ chat }: FakeToolChat): string[] {
  return chat.conversation
    .getState()
    .messages.map((record) => (record.kind === 'answer' ? 'answer' : record.message.role))
}

/** Answers every question the same way until nothing is asked. */
async function decideAll(
  fake: FakeToolChat,
  decision: 'once' | 'conversation' | 'never',
): Promise<void> {
  for (;;) {
    await settled()
    const run = fake.run()
    if (run?.phase !== 'asking') return
    fake.runner.decide(run.ask.id, decision)
  }
}

describe('an episode', () => {
  it('asks, calls, sends the result back and ends with the answer', async () => {
    const server = fakeServer()
    const fake = fakeToolChat({ servers: [server] })
    fake.ask()
    await settled()
    expect(fake.run()).toMatchObject({
      phase: 'asking',
      ask: { call: { name: 'get_weather', arguments: '{"city":"Zurich"}' } },
    })
    expect(server.calls).toEqual([])
    await decideAll(fake, 'once')
    expect(server.calls).toEqual([
      { id: 'call-0-0', name: 'get_weather', arguments: { city: 'Zurich' } },
    ])
    expect(fake.run()).toEqual({ phase: 'ended', why: 'no_calls' })
    expect(roles(fake)).toEqual(['user', 'answer', 'tool', 'answer'])
    expect(fake.sent).toHaveLength(2)
    expect(JSON.parse(fake.sent[1] ?? '').messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call-0-0',
      content: 'sunny',
    })
    expect(JSON.parse(fake.sent[0] ?? '').tools).toMatchObject([
      { type: 'function', function: { name: 'get_weather' } },
    ])
    expect(fake.reported).toEqual([])
  })
})
