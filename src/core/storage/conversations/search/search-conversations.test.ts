import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { emptyAnswer } from '../../../../../contract/chat/answer.ts'
import { database } from '../../db/database.ts'
import type { MessageRecord } from '../conversation.ts'
import { restoreConversation, saveChanges, saveMessages } from '../conversations.ts'
import { deleteAllConversations, deleteConversations } from '../delete-conversations.ts'
import {
  createSearch,
  gramFilter,
  saveFilters,
  type SearchStepper,
} from './search-conversations.ts'
import { excerptOf, foldText, queryWords } from './search-index.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  await deleteAllConversations()
})

const excerpt = (text: string, query: string) =>
  excerptOf({ text, folded: foldText(text) }, queryWords(query))

test('every word must be there, in any order and case, with or without accents', () => {
  const text = 'The quick brown café'
  expect(excerpt(text, 'CAFE Quíck')).toBe(text)
  expect(excerpt(text, 'café dog')).toBeUndefined()
  expect(excerpt(text, ' ')).toBeUndefined()
})

test('the excerpt stands around the first word, on one line', () => {
  const found = excerpt(`${'a '.repeat(100)}needle\nnext ${'b '.repeat(100)}`, 'needle')
  expect(found).toMatch(/^…(?:a )+needle next b/)
  expect(found?.length).toBeLessThan(125)
})

test('an excerpt holds the first word whenever the text holds it', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[ a-zéß日ﬁ\n]{0,300}$/),
      fc.stringMatching(/^[a-zéß日]{1,8}$/),
      (text, word) => {
        const found = excerpt(text, word)
        expect(found !== undefined).toBe(foldText(text).includes(foldText(word)))
        if (found !== undefined) expect(foldText(found)).toContain(foldText(word))
      },
    ),
  )
})

const conversation = (id: string, updatedAt = 1) => ({
  id,
  title: '',
  createdAt: 1,
  updatedAt,
  model: 'm',
  settings: {},
})
const question = (conversationId: string, content: string, position = 1): MessageRecord => ({
  kind: 'written',
  id: `${conversationId}-${position}`,
  conversationId,
  position,
  message: { role: 'user', content },
})
const answer = (content: string, phase: 'streaming' | 'finished'): MessageRecord => ({
  kind: 'answer',
  id: 'a',
  conversationId: 'c',
  position: 2,
  shown: 0,
  versions: [
    {
      id: 'v',
      startedAt: 1,
      model: 'm',
      answer: {
        ...emptyAnswer,
        phase,
        choices: [{ content, reasoning: '', reasoningDetails: [], toolCalls: [], logprobs: [] }],
      },
    },
  ],
})

/** Everything a search finds, in the order in which it is found. */
async function found(query: string, search: SearchStepper = createSearch()) {
  let all = new Map<string, string>()
  let ids: readonly string[] | undefined
  while (ids === undefined || ids.length > 0) {
    const { excerpts, left } = await search(query, ids)
    all = new Map([...all, ...excerpts])
    ids = left
  }
  return all
}

/** The conversations that the index lets a search read for a query. */
async function candidates(query: string) {
  const { left, excerpts } = await createSearch()(query)
  return [...excerpts.keys(), ...left]
}

test('words are found in questions and answers, also in what an answer has grown by', async () => {
  const messages = [answer('In the', 'streaming'), question('c', 'Where is the needle?')]
  await restoreConversation({ conversation: conversation('c'), messages })
  const search = createSearch()
  expect((await found('needle', search)).get('c')).toBe('Where is the needle? In the')
  expect((await found('haystack', search)).size).toBe(0)
  await saveMessages([answer('In the haystack', 'finished')])
  expect((await found('needle haystack', search)).get('c')).toContain('haystack')
})

test('nothing is found any more in a conversation that was deleted, until that is undone', async () => {
  await restoreConversation({
    conversation: conversation('c'),
    messages: [question('c', 'needle')],
  })
  const search = createSearch()
  expect((await found('needle', search)).size).toBe(1)
  const undo = await deleteConversations(['c'])
  expect((await found('needle', search)).size).toBe(0)
  expect(await (await database()).count('searchIndex')).toBe(0)
  await undo()
  expect((await found('needle', search)).size).toBe(1)
})

test('once indexed, only conversations that may hold the words are read', async () => {
  for (let number = 0; number < 60; number += 1) {
    const id = `c${number}`
    const messages = [question(id, `The word of this one is needle${number}x.`)]
    await restoreConversation({ conversation: conversation(id, number), messages })
  }
  expect((await found('needle17x')).size).toBe(1)
  expect(await candidates('needle17x')).toEqual(['c17'])
  expect(await candidates('nothing')).toEqual([])
  expect([...(await found('needle')).keys()]).toEqual(
    Array.from({ length: 60 }, (_, index) => `c${59 - index}`),
  )
})

test('a query without words indexes what is not', async () => {
  await restoreConversation({
    conversation: conversation('c'),
    messages: [question('c', 'needle')],
  })
  expect(await candidates('other')).toEqual([])
  await saveMessages([question('c', 'thread')])
  expect((await found('')).size).toBe(0)
  const [record] = await (await database()).getAll('searchIndex')
  expect(record?.filter).toBeInstanceOf(Uint8Array)
})

test('a database of an older version is searched, and indexed on the way', async () => {
  const db = await database()
  await db.put('conversations', conversation('old'))
  await db.put('messages', question('old', 'an old needle'))
  // A worker of a page that isn't secure makes no UUIDs.
  vi.stubGlobal('crypto', {})
  expect((await found('needle')).size).toBe(1)
  expect(await db.count('searchIndex')).toBe(1)
  expect(await candidates('thread')).toEqual([])
})

test('a write that fails changes neither the messages nor what is found', async () => {
  await restoreConversation({
    conversation: conversation('c'),
    messages: [question('c', 'needle')],
  })
  await found('')
  // A function cannot be stored: the whole transaction fails.
  const broken = { ...question('c', 'thread', 2), extra: () => undefined }
  await expect(
    saveChanges(
      { conversationId: 'c', saved: [question('c', 'lost'), broken], deleted: [] },
      { create: false },
    ),
  ).rejects.toThrow('could not be cloned')
  expect((await found('needle')).size).toBe(1)
  expect(await candidates('lost')).toEqual([])
})

test('what was read before a change is not stored as the index of what is there now', async () => {
  await restoreConversation({
    conversation: conversation('c'),
    messages: [question('c', 'needle')],
  })
  const db = await database()
  const [record] = await db.getAll('searchIndex')
  await saveMessages([question('c', 'thread')])
  const filter = gramFilter('needle')
  await saveFilters([
    { conversationId: 'c', revision: record?.revision, filter },
    { conversationId: 'gone', revision: undefined, filter },
  ])
  expect(await db.count('searchIndex')).toBe(1)
  expect((await found('thread')).size).toBe(1)
  expect((await found('needle')).size).toBe(0)
})

type Step =
  | { kind: 'write' | 'delete'; conversation: number; position: number; text: string }
  | { kind: 'remove'; conversation: number }
  | { kind: 'search'; tab: number; query: string }

const word = fc.constantFrom('é', 'e', 'Na', 'na', '日本', '本', 'ab', 'abc', 'bca', 'ß')
const words = fc.array(word, { minLength: 1, maxLength: 6 })
const place = { conversation: fc.nat(2), position: fc.nat(2) }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('write', 'delete'),
    ...place,
    text: words.map((all) => all.join(' ')),
  }),
  fc.record({ kind: fc.constant('remove'), conversation: fc.nat(2) }),
  fc.record({
    kind: fc.constant('search'),
    tab: fc.nat(1),
    query: words.map((all) => all.slice(0, 2).join('')),
  }),
)

test('whatever is written, deleted and searched in two tabs, the index finds what a scan finds', async () => {
  const tabs = [createSearch(), createSearch()]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await deleteAllConversations()
      const model = new Map<string, Map<number, string>>()
      for (const one of steps) {
        if (one.kind === 'search') {
          const expected = [...model].filter(([, texts]) =>
            queryWords(one.query).every((each) =>
              foldText([...texts.values()].join('\n')).includes(each),
            ),
          )
          const seen = await found(one.query, tabs[one.tab])
          expect([...seen.keys()].toSorted()).toEqual(expected.map(([id]) => id).toSorted())
          continue
        }
        const id = `c${one.conversation}`
        if (one.kind === 'remove') {
          model.delete(id)
          await deleteConversations([id])
          continue
        }
        const texts = model.get(id) ?? new Map<number, string>()
        model.set(id, texts)
        if (one.kind === 'write') texts.set(one.position, one.text)
        else texts.delete(one.position)
        const message = question(id, one.text, one.position)
        const [saved, deleted] = one.kind === 'write' ? [[message], []] : [[], [message.id]]
        await saveChanges(
          { conversationId: id, conversation: conversation(id), saved, deleted },
          { create: true },
        )
      }
    }),
    { numRuns: 60 },
  )
})
