import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import { decodeSetup, encodeSetup } from '../../share/codec.ts'
import { setupFromText } from '../../share/import/setup-from-text.ts'
import { boardSummary } from '../../share/setup.ts'
import { shareableBoard } from '../../share/shareable.ts'
import type { Board } from '../board.ts'
import type { CheckRule } from '../checks/check.ts'
import { boardFile, readBoardFile } from './board-file.ts'
import { boardOfSetup, boardSetup } from './board-setup.ts'

const SYSTEM = `You are a support agent of an online shop for garden tools. Answer the question of the customer in the
language in which it was asked, in at most three sentences. Never promise a date of delivery, never quote a price that
isn't in the article below, and hand over to a colleague where the customer asks for a refund or threatens to sue.`
const RULES: CheckRule[] = [
  { type: 'contains', ignoreCase: true },
  { type: 'not-contains', value: 'as an AI' },
  { type: 'equals', trim: true },
  { type: 'regex', value: '\\d{4}', flags: 'i' },
  { type: 'json-schema', schema: { type: 'object', required: ['a'] } },
  { type: 'json-path', path: '$.a[0]', value: null },
  { type: 'tool-called', name: 'look_up', arguments: { id: 1 } },
  { type: 'max-cost', value: 500 },
  { type: 'time-to-first-token', value: 900 },
  { type: 'length', min: 1, max: 400 },
  { type: 'code', code: 'return response.text.length > 3' },
  { type: 'judge', model: 'judge-model', criteria: 'Polite.', votes: 3 },
]
/** Prose that doesn't repeat itself, as cases don't. */
const PROSE = ['CONTRIBUTING.md', 'docs/architecture.md']
  .map((file) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'))
  .join(' ')
  .replace(/[^\w .,;:'()-]+/g, ' ')
const LONG_BOARD: Board = {
  id: 'board-1',
  name: 'Support answers',
  createdAt: 1,
  updatedAt: 2,
  prompt: 'Question of a customer of {{plan}}:\n{{input}}',
  configurations: ['small', 'medium', 'large', 'huge'].map((size, index) => ({
    id: `0f0e0d0c-configuration-${index}`,
    model: `vendor/assistant-${size}-2026`,
    settings: { temperature: 0.2 * index, max_completion_tokens: 400, top_p: 0.9, seed: 7 },
    system: SYSTEM,
    connection: { id: 'connection-canary', name: 'Work account' },
    headers: [['x-team', 'header-canary']],
  })),
  cases: Array.from({ length: 20 }, (_, index) => ({
    id: `5bd4c7a2-case-${index}`,
    variables: {
      input: PROSE.slice(index * 300, index * 300 + 220),
      plan: index % 2 === 0 ? 'basic' : 'premium',
    },
    expected: PROSE.slice(index * 300 + 220, index * 300 + 300),
  })),
  checks: RULES.map((rule, index) => ({ id: `check-${index}`, ...rule })),
  repeats: 3,
  spendLimit: 2_000_000,
}
const sharedOf = (board: Board, values = true) =>
  shareableBoard({ area: 'evaluate', ...boardSetup(board) }, { values })
const world = () => {
  let count = 0
  return { clock: { now: () => 5 }, random: { uuid: () => `id-${(count += 1)}` } }
}

describe('link', () => {
  it('of 20 cases and 4 configurations has at most 8,000 characters', () => {
    const link = `https://playground.example.org/evaluate${encodeSetup(sharedOf(LONG_BOARD).setup)}`
    expect(link.length).toBeLessThanOrEqual(8_000)
  })

  it('opens as the same board, with IDs of its own', () => {
    const reading = decodeSetup(encodeSetup(sharedOf(LONG_BOARD).setup))
    if (!reading.ok || reading.setup.area !== 'evaluate') throw new Error('not read')
    const { area: _, ...setup } = reading.setup
    const board = boardOfSetup(world(), setup)
    expect(boardSetup(board)).toEqual(boardSetup(LONG_BOARD))
    expect(board).toMatchObject({ id: expect.stringMatching(/^id-/), createdAt: 5 })
    const ids = [...board.cases, ...board.checks, ...board.configurations].map(({ id }) => id)
    expect(new Set(ids).size).toBe(20 + 12 + 4)
  })

  it('writes what configurations have in common once', () => {
    const length = (board: Board) => encodeSetup(sharedOf(board).setup).length
    const one = { ...LONG_BOARD, configurations: LONG_BOARD.configurations.slice(0, 1) }
    expect(length(LONG_BOARD) - length(one)).toBeLessThan(160)
  })

  it('says how much it contains before it is opened', () => {
    expect(boardSummary(sharedOf(LONG_BOARD).setup)).toBe('4 configurations, 20 cases, 12 checks.')
  })

  it('has no values of cases where they are not chosen, only their variables', () => {
    const { setup } = sharedOf(LONG_BOARD, false)
    expect(setup.cases).toEqual([{ variables: { input: '', plan: '' } }])
    expect(JSON.stringify(setup)).not.toContain(PROSE.slice(300, 320))
  })

  it('opens a conversation as a conversation, from a link and from a file', () => {
    const said = (content: string): Message[] => [{ role: 'user', content }]
    const cases = [
      { id: 'c1', variables: {}, messages: said('Hello') },
      { id: 'c2', variables: {}, messages: said('And then?'), continues: true as const },
    ]
    const board = { ...LONG_BOARD, cases }
    const link = decodeSetup(encodeSetup(sharedOf(board).setup))
    if (!link.ok || link.setup.area !== 'evaluate') throw new Error('not read')
    const file = readBoardFile(boardFile(board))
    for (const opened of [link.setup.cases, file.ok && file.board.cases])
      expect(opened).toEqual(cases.map(({ id: _, ...row }) => row))
  })

  it('leaves the bytes of attachments out, and says so', () => {
    const content = [
      { type: 'text' as const, text: 'Look' },
      { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
    ]
    const messages: Message[] = [{ role: 'user', content }]
    const board = { ...LONG_BOARD, cases: [{ id: 'c', variables: {}, messages }] }
    const { setup, removed } = sharedOf(board)
    expect(setup.cases[0]?.messages).toEqual([{ role: 'user', content: content.slice(0, 1) }])
    expect(removed).toContain('image/png in case 1 is not included.')
    const file = readBoardFile(boardFile(board))
    expect(file.ok && file.board.cases[0]?.messages).toEqual(messages)
  })

  it.each([
    [{ configurations: [] }, /configurations .*at least 1 item/],
    [{ configurations: [{ settings: {} }] }, /^configurations\[0\]\.model is required/],
    [{ checks: [{ type: 5 }] }, /^checks\[0\]\.type/],
    [{ cases: [{ variables: { a: 1 } }] }, /^cases\[0\]\.variables\.a is 1, but must be a string/],
    [{ repeats: 99 }, /^repeats is 99, but must be at most 20/],
  ])('that is not a board is refused with the name of the field: %j', (change, message) => {
    const setup = { area: 'evaluate', ...boardSetup(LONG_BOARD), ...change }
    expect(setupFromText(JSON.stringify(setup))).toMatchObject({
      ok: false,
      message: expect.stringMatching(message),
    })
  })
})

describe('file', () => {
  it('comes back as it was, by the import dialog too', () => {
    const file = boardFile(LONG_BOARD)
    expect(readBoardFile(file)).toEqual({ ok: true, board: boardSetup(LONG_BOARD), leftOut: [] })
    expect(setupFromText(file)).toMatchObject({ ok: true, setup: { area: 'evaluate', repeats: 3 } })
  })

  it('that is not valid is refused with the name of the field', () => {
    const file = JSON.parse(boardFile(LONG_BOARD))
    const read = (change: object) => readBoardFile(JSON.stringify({ ...file, ...change }))
    expect(read({ board: { ...file.board, cases: 'many' } })).toEqual({
      ok: false,
      message: 'cases is "many", but must be an array. Nothing was imported.',
    })
    expect(read({ version: 2 })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/newer than this page/),
    })
    expect(read({ format: 'x' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/Not a file of a board/),
    })
    expect(read({ board: undefined })).toMatchObject({ ok: false })
    expect(readBoardFile('{')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/not JSON/),
    })
  })
})

const word = fc.stringMatching(/^[A-Za-z0-9]{32,48}$/)
const canary = fc.oneof(
  word.map((text) => ({ secret: text, written: `sk-${text}` })),
  word.map((text) => ({ secret: text, written: `Bearer ${text}` })),
  word.map((text) => ({ secret: text, written: `api_key=${text}` })),
  fc.stringMatching(/^[0-9a-f]{130}$/).map((text) => ({ secret: text, written: `0x${text}` })),
)

/** Boards with a secret in one of the places that a board has. */
const places: readonly ((board: Board, secret: string) => Board)[] = [
  (board, secret) => ({ ...board, name: secret }),
  (board, secret) => ({ ...board, prompt: `{{input}} ${secret}` }),
  (board, secret) => inConfiguration(board, { system: `Use ${secret} to sign in.` }),
  (board, secret) => inConfiguration(board, { model: secret }),
  (board, secret) => inConfiguration(board, { settings: { metadata: { [secret]: 'x' } } }),
  (board, secret) => inConfiguration(board, { settings: { deep: [{ note: secret }] } }),
  (board, secret) => inConfiguration(board, { settings: { api_key: secret } }),
  (board, secret) => inConfiguration(board, { headers: [['authorization', secret]] }),
  (board, secret) => inConfiguration(board, { connection: { id: secret, name: secret } }),
  (board, secret) => inCase(board, { variables: { input: `${secret}.` } }),
  (board, secret) => inCase(board, { variables: { [secret]: 'value' } }),
  (board, secret) => inCase(board, { expected: secret }),
  (board, secret) => inCase(board, { messages: [{ role: 'user', content: `Hi ${secret}` }] }),
  (board, secret) => inCase(board, { checks: [{ id: 'x', type: 'contains', value: secret }] }),
  (board, secret) => withCheck(board, { type: 'code', code: `return '${secret}'` }),
  (board, secret) =>
    withCheck(board, {
      type: 'judge',
      model: 'm',
      criteria: 'x',
      votes: 1,
      connection: { id: secret, name: secret },
    }),
]
function inConfiguration(board: Board, change: object): Board {
  const [first, ...rest] = board.configurations
  return first ? { ...board, configurations: [{ ...first, ...change }, ...rest] } : board
}
function inCase(board: Board, change: object): Board {
  const [first, ...rest] = board.cases
  return first ? { ...board, cases: [{ ...first, ...change }, ...rest] } : board
}
function withCheck(board: Board, rule: CheckRule): Board {
  return { ...board, checks: [{ id: 'x', ...rule }] }
}

it('of 1,000 boards, no link and no file has a key, a header or a connection', () => {
  fc.assert(
    fc.property(
      canary,
      fc.constantFrom(...places),
      fc.lorem(),
      ({ secret, written }, put, name) => {
        const board = put({ ...LONG_BOARD, name, cases: LONG_BOARD.cases.slice(0, 2) }, written)
        expect(JSON.stringify(board)).toContain(secret)
        const link = encodeSetup(sharedOf(board).setup)
        for (const text of [JSON.stringify(decodeSetup(link)), boardFile(board)])
          for (const hidden of [secret, 'connection-canary', 'Work account', 'header-canary'])
            expect(text).not.toContain(hidden)
        expect(decodeSetup(link).ok).toBe(true)
      },
    ),
    { numRuns: 1_000 },
  )
})
