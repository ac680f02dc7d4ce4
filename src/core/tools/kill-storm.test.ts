import { expect, test } from 'vitest'

import { removeMessage } from '../chat/conversation/authored-messages.ts'
import { openConversation } from '../chat/conversation/current-conversation.ts'
import { sendMessages } from '../chat/responses/send-messages.ts'
import { settled, type Fault } from '../chat/testing/fake-world.ts'
import { shownVersion, type AnswerMessage } from '../storage/conversations/conversation.ts'
import {
  fakeServer,
  fakeToolChat,
  rounds,
  textResult,
  type FakeToolChat,
} from './testing/fake-tools.ts'

const KILLS = 200
const call = { name: 'get_weather' }
const SCRIPT = rounds([call, call], [call], [call, call, call])

/** Numbers from 0 to 1, the same in every run of the test. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function answerPhase(record: AnswerMessage) {
  return shownVersion(record)?.answer.phase
}

/** What the page received when it was killed: this storage doesn't say so by itself. */
function wasCut({ chat }: FakeToolChat, record: AnswerMessage): boolean {
  const { id = '' } = shownVersion(record) ?? {}
  return answerPhase(record) !== 'finished' && !(id in chat.runs.getState().live)
}

test(`${KILLS} pages killed anywhere make no call twice, and lose none that was answered`, async () => {
  const random = seeded(7)
  const chance = (most: number) => Math.floor(random() * most)
  let kills = 0
  let presses = 0
  for (let conversation = 0; kills < KILLS; conversation += 1) {
    let page: FakeToolChat | undefined
    let killAtCall = false
    const server = fakeServer({}, () => {
      if (!killAtCall) return textResult('sunny')
      page?.kill()
      return new Promise(() => undefined)
    })
    /** How often a person pressed to make a call again. */
    const again = new Map<string, number>()
    let isThrough = false
    while (!isThrough) {
      const faults: Fault[] = []
      killAtCall = chance(8) === 0
      if (chance(5) > 0)
        faults.push({
          call: ['saveChanges', 'loadMessage', 'loadStorage', 'fetch', 'body'][chance(5)] ?? '',
          n: 1 + chance(8),
          how: chance(2) === 0 ? 'killed' : 'killed_after',
        })
      const [id] = page?.conversations.keys() ?? []
      const before: FakeToolChat | undefined = id === undefined ? undefined : page
      const now: FakeToolChat = fakeToolChat({
        servers: [server],
        script: SCRIPT,
        faults,
        ...(before === undefined ? {} : { before }),
      })
      page = now
      if (id === undefined) now.ask()
      else {
        void openConversation(now.chat, id)
        await settled()
      }
      for (let turn = 0; turn < 40 && !isThrough; turn += 1) {
        await settled()
        const run = now.run()
        const last = now.chat.conversation.getState().messages.at(-1)
        if (run?.phase === 'asking')
          now.runner.decide(run.ask.id, chance(2) === 0 ? 'once' : 'conversation')
        else if (run?.phase === 'waiting') {
          const [first] = run.waiting
          if (first === undefined) continue
          expect(first.why).toBe('interrupted')
          if (chance(2) === 0) {
            presses += 1
            again.set(first.call.id, (again.get(first.call.id) ?? 0) + 1)
            void now.runner.callAgain(first.call.index)
          } else void now.runner.answer(first.call.index, 'by hand')
        } else if (
          last?.kind === 'answer' &&
          answerPhase(last) === 'finished' &&
          run?.phase === 'ended' &&
          run.why === 'no_calls'
        )
          isThrough = true
        else if (last?.kind === 'answer' && wasCut(now, last)) {
          removeMessage(now.chat, last.id)
          void now.runner.start()
        } else if (last?.kind === 'written' && last.message.role === 'user')
          sendMessages(now.chat, now.connection, [])
        else void now.runner.start()
      }
      // A page that nothing happens to gets through.
      if (!isThrough) expect(killAtCall || faults.length > 0).toBe(true)
      if (!isThrough) kills += 1
    }
    const counts = new Map<string, number>()
    for (const { id } of server.calls) counts.set(id, (counts.get(id) ?? 0) + 1)
    for (const [id, count] of counts) expect(count).toBeLessThanOrEqual(1 + (again.get(id) ?? 0))
    // Each of the six calls has its one answer.
    const { messages } = page?.chat.conversation.getState() ?? { messages: [] }
    const results = messages.flatMap((record) =>
      record.kind === 'written' && record.message.role === 'tool'
        ? record.message.tool_call_id
        : [],
    )
    expect(results.toSorted()).toEqual(
      ['call-0-0', 'call-0-1', 'call-1-0', 'call-2-0', 'call-2-1', 'call-2-2'].toSorted(),
    )
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS)
  expect(presses).toBeGreaterThan(0)
})
