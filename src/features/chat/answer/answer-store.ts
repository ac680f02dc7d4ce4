import { createStore, type StoreApi } from 'zustand/vanilla'

import { type Answer, type AnswerChoice, isSettled } from '../../../../contract/chat/answer.ts'
import type { AnswerVersion } from '../../../core/storage/conversations/conversation.ts'
import { chat } from '../../../page/chat.ts'
import type { TextSource } from '../../../ui/markdown/view/block-stream.ts'

/** The store to read a version's answer from: the running one, or one that just holds the text. */
export function answerStoreOf(version: AnswerVersion): StoreApi<Answer> {
  const run = chat.runs.getState().live[version.id]
  return run?.answer ?? createStore<Answer>(() => version.answer)
}

/** Brings a store that just holds the text up to date: another tab may be receiving its version. */
export function followVersion(store: StoreApi<Answer>, version: AnswerVersion): void {
  const isRunning = store === chat.runs.getState().live[version.id]?.answer
  if (isRunning || isSettled(store.getState().phase)) return
  store.setState(version.answer, true)
}

/** An append-only text source for one choice. Subscribers read it outside React. */
export function answerText(
  store: StoreApi<Answer>,
  choice: number,
  part: keyof Pick<AnswerChoice, 'content' | 'reasoning'>,
): TextSource {
  return {
    text: () => store.getState().choices[choice]?.[part] ?? '',
    finished: () => isSettled(store.getState().phase),
    subscribe: (listener) => store.subscribe(listener),
  }
}
