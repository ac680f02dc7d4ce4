import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createKeyKeeper } from './handed-keys.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const keys = [{ id: 'a' }]

/** A keeper, and what it answers to a message. */
function keeper() {
  const { receive } = createKeyKeeper()
  const ended: string[] = []
  const ask = (message: { keep: string; keys: unknown } | { take: string }) => {
    const answers: unknown[] = []
    const name = 'keep' in message ? message.keep : message.take
    void receive(message, (answer) => answers.push(answer)).then(() => ended.push(name))
    return answers
  }
  return { ask, receive, ended }
}

it('gives keys back once, and only for the token they were left under', async () => {
  const { ask, ended } = keeper()
  expect(ask({ keep: 'one', keys })).toEqual([true])
  expect(ask({ keep: 'two', keys: [] })).toEqual([true])
  expect(ask({ take: 'three' })).toEqual([undefined])
  expect(ask({ take: 'one' })).toEqual([keys])
  expect(ask({ take: 'one' })).toEqual([undefined])
  await vi.advanceTimersByTimeAsync(0)
  // The worker lives on for what it still keeps.
  expect(ended).toContain('one')
  expect(ended).not.toContain('two')
})

it('forgets what nobody comes back for', async () => {
  const { ask, ended } = keeper()
  ask({ keep: 'one', keys })
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(ended).toEqual(['one'])
  expect(ask({ take: 'one' })).toEqual([undefined])
})

it('answers nothing else', async () => {
  const { receive } = keeper()
  for (const message of [null, 'take', {}, { take: 5 }, { keep: {}, keys }])
    await receive(message, () => expect.fail('answered'))
})
