import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Answer, AnswerChoice } from '../../../../contract/chat/answer.ts'

/** Whether a model can be asked to go on from where an answer ends: only text can be continued. */
export function canContinue({ choices, phase }: Answer): boolean {
  const [choice] = choices
  if (choice === undefined || choice.content === '' || choice.toolCalls.length > 0) return false
  return choice.finishReason === 'length' || phase === 'cut' || phase === 'stopped'
}

/** An answer that goes on from the first choice of an earlier one, as one text. */
export function continued(start: AnswerChoice, answer: Answer): Answer {
  const choices = answer.choices.length === 0 ? [emptyEnd] : answer.choices
  return {
    ...answer,
    choices: choices.map((choice) => ({
      ...choice,
      content: start.content + choice.content,
      reasoning: [start.reasoning, choice.reasoning].filter((text) => text !== '').join('\n\n'),
      reasoningDetails: [...start.reasoningDetails, ...choice.reasoningDetails],
      logprobs: [...start.logprobs, ...choice.logprobs],
    })),
  }
}

/** A store of the continued answer that follows the store of its continuation. */
export function continuedStore(start: AnswerChoice, end: StoreApi<Answer>): StoreApi<Answer> {
  const store = createStore<Answer>(() => continued(start, end.getState()))
  end.subscribe((answer) => store.setState(continued(start, answer), true))
  return store
}

const emptyEnd: AnswerChoice = {
  content: '',
  reasoning: '',
  reasoningDetails: [],
  toolCalls: [],
  logprobs: [],
}
