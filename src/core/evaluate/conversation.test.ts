import { expect, test, vi } from 'vitest'

import type { Attachment } from '../chat/attachments/attachment.ts'
import { fakeClient, jsonResponse } from '../client/testing/fake-world.ts'
import type { MessageRecord } from '../storage/conversations/conversation.ts'
import { newBoard } from './board-edits.ts'
import { pairKey } from './board-state.ts'
import type { Board, CellRecord } from './board.ts'
import { boardOfChat, chatOfColumn } from './chat-of-column.ts'
import {
  attachmentWarnings,
  casesBefore,
  isConversation,
  listedModel,
  withMessage,
} from './conversation.ts'

let ids = 0
const world = { clock: { now: () => 7 }, random: { uuid: () => `id-${++ids}` } }
const setup = { model: 'm', settings: { stream: true } }
const said = (content: string) => ({ role: 'user' as const, content })

test('a message begins the one case, is added to it until that was sent, and continues it then', () => {
  const first = withMessage(world, newBoard(world, [setup]), said('A'), () => false)
  expect(first.board.cases).toEqual([{ id: first.caseId, variables: {}, messages: [said('A')] }])
  const second = withMessage(world, first.board, said('B'), () => false)
  expect(second.board.cases).toMatchObject([{ messages: [said('A'), said('B')] }])
  const third = withMessage(world, second.board, said('C'), (id) => id === second.caseId)
  expect(third.board.cases).toMatchObject([
    { messages: [said('A'), said('B')] },
    { id: third.caseId, messages: [said('C')], continues: true },
  ])
  expect(isConversation(third.board)).toBe(true)
  expect(casesBefore(third.board.cases, 1).map(({ id }) => id)).toEqual([second.caseId])
})

test('a board without cases, or with a second one, is no conversation', () => {
  const one = { id: 'a', variables: {} }
  expect(isConversation({ cases: [] })).toBe(false)
  expect(isConversation({ cases: [one] })).toBe(true)
  expect(isConversation({ cases: [one, { ...one, id: 'b' }] })).toBe(false)
})

const written = (
  position: number,
  message: Extract<MessageRecord, { kind: 'written' }>['message'],
) => ({ kind: 'written' as const, id: `w${position}`, conversationId: 'c', position, message })

test('a chat becomes a board whose case has its messages and variables, without the system message', () => {
  const chat = boardOfChat(
    world,
    [setup, setup],
    { title: 'Capitals', variables: { place: 'France', unused: 'x' } },
    [
      written(1, { role: 'system', content: 'Be brief.' }),
      written(2, said('Capital of {{place}}?')),
    ],
  )
  expect(chat).toMatchObject({
    name: 'Capitals',
    configurations: [setup, setup],
    cases: [{ variables: { place: 'France' }, messages: [said('Capital of {{place}}?')] }],
  })
  expect(boardOfChat(world, [setup], { title: '' }, [])).toMatchObject({
    name: 'New board',
    cases: [{ messages: [] }],
  })
})

const board: Board = {
  ...newBoard(world, [{ ...setup, system: 'Be brief.' }]),
  prompt: 'Capital of {{place}}?',
  cases: [
    { id: 'one', variables: { place: 'France' } },
    { id: 'two', variables: {}, messages: [said('And of Spain?')], continues: true },
    { id: 'three', variables: {}, messages: [said('Not sent')], continues: true },
  ],
}
const [configuration] = board.configurations
const record = (caseId: string, more: Partial<CellRecord>): CellRecord => ({
  boardId: board.id,
  caseId,
  configurationId: configuration?.id ?? '',
  repeat: 0,
  runId: 'r',
  requestHash: 'h',
  status: 'done',
  startedAt: 5,
  ...more,
})

test('a column becomes a chat with its own responses, whole and cut ones', () => {
  if (configuration === undefined) throw new Error('There is one.')
  const response = {
    text: 'Paris, as in {{place}}',
    toolCalls: [],
    cost: 20,
    usage: { prompt: 3, completion: 4 },
    duration: 900,
  }
  const records = [record('one', { response }), record('two', { status: 'error', partial: 'Mad' })]
  const cells = new Map(records.map((one) => [pairKey(one), [one]]))
  const { conversation, messages } = chatOfColumn(world, board, configuration, cells)
  expect(conversation).toMatchObject({
    title: 'Capital of {{place}}?',
    variables: { place: 'France' },
  })
  const texts = messages.map((one) =>
    one.kind === 'written'
      ? one.message.content
      : one.versions.map(({ answer }) => [answer.phase, answer.choices[0]?.content]),
  )
  expect(texts).toEqual([
    'Be brief.',
    'Capital of {{place}}?',
    [['finished', 'Paris, as in {{place}}']],
    'And of Spain?',
    [['cut', 'Mad']],
  ])
  expect(new Set(messages.map(({ position }) => position)).size).toBe(5)
  // What a model wrote is never filled in, wherever it goes.
  const back = boardOfChat(world, [setup], conversation, messages)
  expect(back.cases[0]?.messages?.[1]?.content).toBe(String.raw`Paris, as in \{{place}}`)
})

test('a configuration gets a model that its connection lists, and keeps one that it lists', async () => {
  const { client } = fakeClient(() =>
    jsonResponse({ object: 'list', data: [{ id: 'large' }, { id: 'small' }] }),
  )
  expect(await listedModel(client, { model: 'small:enable_web_search=on' })).toBe(
    'small:enable_web_search=on',
  )
  expect(await listedModel(client, { model: 'larger' })).toBe('large')
  const far = { id: 'far', name: 'Far' }
  expect(await listedModel(client, { model: 'larger', connection: far })).toBe('larger')
})

test('a configuration keeps its model where the list can not be had', async () => {
  vi.useFakeTimers()
  const { client } = fakeClient(() => Promise.reject(new Error('offline')))
  const model = listedModel(client, { model: 'larger' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await model).toBe('larger')
  vi.useRealTimers()
})

test('what the models of configurations do not take is said of each, as far as models are known', async () => {
  const listed = ['sees', 'blind'].map((id) => ({
    id,
    object: 'model',
    type: 'text',
    model_spec: { capabilities: { supportsVision: id === 'sees' } },
  }))
  const { client } = fakeClient(() => jsonResponse({ object: 'list', data: listed }))
  const picture: Attachment = {
    id: 'p',
    kind: 'image',
    name: 'p.png',
    cached: false,
    source: { blob: new Blob(['p']) },
  }
  const far = { id: 'far', name: 'Far' }
  const board = {
    configurations: [
      { id: 'a', model: 'sees', settings: {} },
      { id: 'b', model: 'blind', settings: {} },
      { id: 'c', model: 'blind', settings: {}, connection: far },
    ],
    cases: [],
  }
  expect(await attachmentWarnings(client, board, [picture])).toEqual([
    "B: blind doesn't support images: the API will reject this request.",
  ])
  expect(await attachmentWarnings(client, board, [])).toEqual([])
})
