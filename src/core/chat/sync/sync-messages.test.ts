import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { emptyAnswer } from '../../../../contract/chat/answer.ts'
import { fakeClient, jsonResponse } from '../../client/testing/fake-world.ts'
import { hold } from '../../journal/hold.ts'
import { answerLock } from '../../storage/conversations/answer-lock.ts'
import { shownVersion, type AnswerMessage } from '../../storage/conversations/conversation.ts'
import {
  loadConversation,
  restoreConversation,
  saveChanges,
  saveMessages,
} from '../../storage/conversations/conversations.ts'
import type { Chat } from '../chat.ts'
import { replaceMessage, setSystemPrompt } from '../conversation/authored-messages.ts'
import { systemPromptOf } from '../conversation/conversation-state.ts'
import { openConversation } from '../conversation/current-conversation.ts'
import { storedChat } from '../testing/fake-world.ts'
import { answered, written } from '../testing/records.ts'
import { syncMessages } from './sync-conversation.ts'

/** Locks as a browser has them: one holder at a time, in the order of asking. */
class FakeLocks {
  private readonly tails = new Map<string, Promise<unknown>>()
  private readonly held = new Set<string>()

  request(name: string, ...rest: unknown[]): Promise<unknown> {
    const run = rest.at(-1) as () => unknown
    const turn = (this.tails.get(name) ?? Promise.resolve()).then(async () => {
      this.held.add(name)
      await run()
      this.held.delete(name)
    })
    this.tails.set(name, turn)
    return turn
  }

  query(): Promise<{ held: { name: string }[] }> {
    return Promise.resolve({ held: [...this.held].map((name) => ({ name })) })
  }
}

let locks: FakeLocks
let chat: Chat

const conversation = { id: 'c', title: '', createdAt: 1, updatedAt: 1, model: 'm', settings: {} }
const question = written({ role: 'user', content: 'Hi' })
const whole = answered({ content: 'The whole answer' })

function growing(content: string): AnswerMessage {
  const versions = whole.versions.map((version) => ({
    ...version,
    answer: {
      ...emptyAnswer,
      phase: 'streaming' as const,
      choices: version.answer.choices.map((choice) => ({ ...choice, content })),
    },
  }))
  return { ...whole, versions }
}

const shownAnswer = () => {
  const record = chat.conversation.getState().messages.find(({ id }) => id === whole.id)
  return record?.kind === 'answer' ? shownVersion(record)?.answer : undefined
}

let stop = () => undefined as void

beforeEach(async () => {
  locks = new FakeLocks()
  vi.stubGlobal('navigator', { locks })
  chat = storedChat({
    client: fakeClient(() => jsonResponse({}), { locks: locks as Pick<LockManager, 'request'> })
      .client,
  })
  chat.conversation.setState({ conversation: { ...conversation, id: 'other' }, messages: [] })
  await restoreConversation({ conversation, messages: [question, growing('The')] })
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

it('shows an answer whole that ended while its conversation was being opened', async () => {
  let end = () => undefined as void
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  void hold(locks, answerLock(whole.versions[0]?.id ?? ''), () => done)
  await openConversation(chat, 'c')
  // What was read is a moment old: the answer stands as unfinished, and its end is stored since.
  expect(shownAnswer()?.phase).toBe('streaming')
  await saveMessages([whole])
  end()
  stop = syncMessages(chat)
  await expect.poll(() => shownAnswer()?.phase).toBe('finished')
  expect(shownAnswer()?.choices[0]?.content).toBe('The whole answer')
})

it('shows an answer as cut once the tab that received it is gone', async () => {
  let close = () => undefined as void
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  void hold(locks, answerLock(whole.versions[0]?.id ?? ''), () => closed)
  await openConversation(chat, 'c')
  stop = syncMessages(chat)
  await saveMessages([growing('The who')])
  expect(shownAnswer()?.phase).toBe('streaming')
  close()
  await expect.poll(() => shownAnswer()?.phase).toBe('cut')
  expect(shownAnswer()?.choices[0]?.content).toBe('The who')
})

it('shows what another tab writes to the conversation', async () => {
  await openConversation(chat, 'c')
  stop = syncMessages(chat)
  await expect.poll(() => shownAnswer()?.phase).toBe('cut')
  const more = written({ role: 'user', content: 'From elsewhere' })
  await saveMessages([more])
  // A tab does not hear itself: this is what the other one says.
  const elsewhere = new BroadcastChannel('messages')
  elsewhere.postMessage({ id: more.id, conversationId: 'c' })
  await expect
    .poll(() => chat.conversation.getState().messages.map(({ id }) => id))
    .toContain(more.id)
  elsewhere.close()
})

it('leaves what is edited here while another tab tells of an earlier state', async () => {
  await openConversation(chat, 'c')
  stop = syncMessages(chat)
  await expect.poll(() => shownAnswer()?.phase).toBe('cut')
  const elsewhere = new BroadcastChannel('messages')
  elsewhere.postMessage({ id: question.id, conversationId: 'c' })
  // The news arrives between the edit and its writing, at whatever await that is.
  for (let edit = 0; edit < 20; edit += 1) {
    replaceMessage(chat, question.id, { role: 'user', content: `Edit ${edit}` })
    elsewhere.postMessage({ id: question.id, conversationId: 'c' })
    await new Promise((resolve) => setImmediate(resolve))
    const shown = chat.conversation.getState().messages.find(({ id }) => id === question.id)
    expect(shown).toMatchObject({ message: { content: `Edit ${edit}` } })
  }
  await chat.writer.settled()
  expect(chat.conversation.getState().messages[0]).toMatchObject({
    message: { content: 'Edit 19' },
  })
  elsewhere.close()
})

it('takes a message away that another tab deleted', async () => {
  await openConversation(chat, 'c')
  stop = syncMessages(chat)
  await expect.poll(() => shownAnswer()?.phase).toBe('cut')
  await saveChanges({ conversationId: 'c', saved: [], deleted: [whole.id] }, { create: false })
  const elsewhere = new BroadcastChannel('messages')
  elsewhere.postMessage({ id: whole.id, conversationId: 'c' })
  await expect.poll(shownAnswer).toBeUndefined()
  elsewhere.close()
})

it('behavior: a system prompt that is typed in another tab is the one of this tab', async () => {
  await openConversation(chat, 'c')
  stop = syncMessages(chat)
  await expect.poll(() => shownAnswer()?.phase).toBe('cut')
  const shown = () => systemPromptOf(chat.conversation.getState().messages)
  const elsewhere = new BroadcastChannel('messages')
  const prompt = { ...written({ role: 'system', content: '' }), position: 0 }
  for (const content of ['Be', 'Be terse.']) {
    await saveMessages([{ ...prompt, message: { role: 'system', content } }])
    elsewhere.postMessage({ id: prompt.id, conversationId: 'c' })
    await expect.poll(shown).toBe(content)
  }
  setSystemPrompt(chat, 'Be kind.')
  await chat.writer.settled()
  const stored = await loadConversation('c')
  expect(stored?.messages.filter(({ id }) => id === prompt.id)).toHaveLength(1)
  expect(systemPromptOf(stored?.messages ?? [])).toBe('Be kind.')
  elsewhere.close()
})
