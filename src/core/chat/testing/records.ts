import { emptyAnswer, type AnswerChoice } from '../../../../contract/chat/answer.ts'
import type { Message } from '../../../../contract/chat/messages.ts'
import type { AnswerMessage, WrittenMessage } from '../../storage/conversations/conversation.ts'

let count = 0

/** A written message as a record, for tests. */
export function written(message: Message): WrittenMessage {
  count += 1
  return { kind: 'written', id: `w${count}`, conversationId: 'c', position: count, message }
}

/** An answer with one finished version of one choice as a record, for tests. */
export function answered(choice: Partial<AnswerChoice>): AnswerMessage {
  count += 1
  const whole: AnswerChoice = {
    content: '',
    reasoning: '',
    reasoningDetails: [],
    toolCalls: [],
    logprobs: [],
    finishReason: 'stop',
    ...choice,
  }
  return {
    kind: 'answer',
    id: `a${count}`,
    conversationId: 'c',
    position: count,
    shown: 0,
    versions: [
      {
        id: `v${count}`,
        startedAt: 1,
        model: 'm',
        answer: { ...emptyAnswer, phase: 'finished', choices: [whole] },
      },
    ],
  }
}
