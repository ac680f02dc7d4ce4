import fc from 'fast-check'
import { expect, test } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import type { LoadedConversation } from '../conversations/conversations.ts'
import {
  historyFileEntry,
  historyFileFrame,
  type LabelledConversation,
  readHistoryFile,
} from './history-transfer.ts'

const loaded: LoadedConversation = {
  conversation: {
    id: '0b9f3a52-1111-4222-8333-444455556666',
    title: 'Cats',
    createdAt: 1,
    updatedAt: 2,
    model: 'sandbox-chat',
    settings: { stream: true, temperature: 0.5 },
  },
  messages: [
    {
      kind: 'written',
      id: 'm1',
      conversationId: '0b9f3a52-1111-4222-8333-444455556666',
      position: 1,
      message: { role: 'user', content: 'What is a cat?' },
    },
    {
      kind: 'answer',
      id: 'm2',
      conversationId: '0b9f3a52-1111-4222-8333-444455556666',
      position: 2,
      shown: 0,
      versions: [
        {
          id: 'v1',
          startedAt: 3,
          model: 'sandbox-chat',
          answer: {
            ...emptyAnswer,
            phase: 'finished',
            choices: [
              {
                content: 'An animal.',
                reasoning: '',
                reasoningDetails: [],
                toolCalls: [],
                logprobs: [],
                finishReason: 'stop',
              },
            ],
            usage: { prompt_tokens: 4, completion_tokens: 3, total_tokens: 7 },
            cost: { usd: 0.00002, diem: 0 },
            timing: { firstToken: 10, end: 20 },
          },
        },
      ],
    },
  ],
}

function fileOf(entries: readonly LabelledConversation[]): string {
  const { start, between, end } = historyFileFrame
  return start + entries.map(historyFileEntry).join(between) + end
}

/** The same conversation with one member changed, as a file. */
function changed(change: (entry: Record<string, never>) => void): string {
  const entry = JSON.parse(historyFileEntry(loaded)) as Record<string, never>
  change(entry)
  const { start, end } = historyFileFrame
  return start + JSON.stringify(entry) + end
}

test('what is written is read back, with its name and pin', () => {
  const labelled = { ...loaded, label: { name: 'About cats', pinned: true as const } }
  expect(readHistoryFile(fileOf([labelled, loaded]))).toEqual({
    ok: true,
    conversations: [labelled, loaded],
    unreadable: 0,
  })
})

test('no conversation is a file too', () => {
  expect(readHistoryFile(fileOf([]))).toEqual({ ok: true, conversations: [], unreadable: 0 })
})

test('an answer that was streaming when it was exported comes back as cut', () => {
  const text = fileOf([loaded]).replace('"phase":"finished"', '"phase":"streaming"')
  const reading = readHistoryFile(text)
  expect(reading.ok && reading.conversations[0]?.messages[1]).toMatchObject({
    versions: [{ answer: { phase: 'cut', failure: { kind: 'cut' } } }],
  })
})

test('a failure is read anew: whatever kind it claims, the page can explain it', () => {
  for (const [failure, kind] of [
    [{ kind: 'nonsense', message: 'x' }, 'unexpected_answer'],
    [{ kind: 'stalled', message: 'x' }, 'stalled'],
    [{ kind: 'nonsense', message: 'x', status: 503, body: { error: 'busy' } }, 'at_capacity'],
    [{ kind: 'invalid_request', message: 'x', status: 400 }, 'invalid_request'],
    [{ kind: 'blocked_by_policy', message: 'x' }, 'unexpected_answer'],
  ] as const) {
    const text = fileOf([loaded]).replace(
      '"timing":',
      `"failure":${JSON.stringify(failure)},"timing":`,
    )
    const reading = readHistoryFile(text)
    expect(reading.ok && reading.conversations[0]?.messages[1]).toMatchObject({
      versions: [{ answer: { failure: { kind } } }],
    })
  }
})

test('keys and addresses in the settings stay behind, on the way out and in', () => {
  const settings = { stream: true, api_key: 'sk-secret', base_url: 'https://evil.example' }
  const spoilt = { ...loaded, conversation: { ...loaded.conversation, settings } }
  expect(historyFileEntry(spoilt)).not.toMatch(/secret|evil/)
  const reading = readHistoryFile(
    changed((entry) => Object.assign(entry['conversation'] ?? {}, { settings })),
  )
  expect(reading.ok && reading.conversations[0]?.conversation.settings).toEqual({ stream: true })
})

test('an entry that is no conversation is counted and left out', () => {
  const { start, between, end } = historyFileFrame
  const text = start + [historyFileEntry(loaded), '{"conversation":7}', 'null'].join(between) + end
  expect(readHistoryFile(text)).toMatchObject({ ok: true, unreadable: 2 })
})

test('a foreign and a newer file are told apart', () => {
  const message = (text: string) => {
    const reading = readHistoryFile(text)
    return reading.ok ? '' : reading.message
  }
  expect(message('{"format":"playground-presets","version":1}')).toContain('Not a file of')
  expect(message('{"format":"playground-history","version":9}')).toContain(
    'is newer than this page',
  )
  expect(message('hello')).toContain('not JSON')
})

test('any text, and any damage to a real file, gives conversations or a sentence', () => {
  const whole = fileOf([loaded])
  const damaged = fc
    .tuple(fc.nat(whole.length), fc.nat(40), fc.string({ maxLength: 20 }))
    .map(([at, length, text]) => whole.slice(0, at) + text + whole.slice(at + length))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), damaged), (text) => {
      const reading = readHistoryFile(text)
      expect(reading.ok || reading.message.length > 0).toBe(true)
    }),
  )
})

const step = { tool: 'f', source: { kind: 'mcp', name: 'Weather' }, hash: 'canary-hash' } as const

/** The conversation with tools that run, and calls at each step. */
function withTools(): LoadedConversation {
  const approval = { source: 'canary-source', url: 'https://canary.example.com/mcp', tool: 'f' }
  return {
    conversation: {
      ...loaded.conversation,
      tools: {
        auto: true,
        sources: ['canary-source'],
        approvals: [{ ...approval, hash: 'canary-hash', decision: 'conversation' }],
        slots: [{ name: 'Weather', tools: [] }],
      },
    },
    messages: loaded.messages.map((record) =>
      record.kind === 'written'
        ? record
        : {
            ...record,
            versions: record.versions.map((version) => ({
              ...version,
              toolSteps: {
                0: { ...step, state: 'asked' },
                1: { ...step, state: 'approved' },
                2: { ...step, state: 'called', startedAt: 5 },
                3: {
                  ...step,
                  state: 'answered',
                  by: 'failure',
                  message: 'No server.',
                  reachedTool: true,
                  startedAt: 5,
                  endedAt: 6,
                  exchangeId: 'canary-exchange',
                },
                4: { ...step, state: 'answered', by: 'denied' },
              },
            })),
          },
    ),
  }
}

test('a file says what became of tool calls, and neither where tools are nor what was allowed', () => {
  const text = fileOf([withTools()])
  expect(text).not.toContain('canary')
  const file = readHistoryFile(text)
  const [back] = file.ok ? file.conversations : []
  expect(back?.conversation).toEqual(loaded.conversation)
  const record = back?.messages[1]
  const { toolSteps = {} } = (record?.kind === 'answer' && record.versions[0]) || {}
  expect(Object.keys(toolSteps)).toEqual(['2', '3', '4'])
  expect(toolSteps[3]).toMatchObject({ by: 'failure', source: { name: 'Weather' } })
})

test('a file that claims that a call is allowed, or how tools run, is not believed', () => {
  const entry = JSON.parse(historyFileEntry(loaded))
  entry.conversation.tools = withTools().conversation.tools
  entry.messages[1].versions[0].toolSteps = {
    0: { ...step, state: 'approved' },
    1: { ...step, state: 'answered', by: 'tool', result: { content: [{ type: 'html' }] } },
    2: 7,
  }
  const file = readHistoryFile(
    historyFileFrame.start + JSON.stringify(entry) + historyFileFrame.end,
  )
  const [back] = file.ok ? file.conversations : []
  expect(back?.conversation.tools).toBeUndefined()
  const record = back?.messages[1]
  expect(record?.kind === 'answer' && record.versions[0]?.toolSteps).toEqual({})
})
