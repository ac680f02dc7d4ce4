import type { Answer } from '../../../../contract/chat/answer.ts'
import { WIRE_NOTES } from '../../../../contract/chat/read/reading.ts'
import type { AnswerVersion } from '../../storage/conversations/conversation.ts'
import { isOtherModel, modelDifference, parameterDifferences } from './answer-facts.ts'

/** Something about a settled answer that a reader should know without asking. */
export interface AnswerNote {
  /** Stable and unique in one answer. */
  key: string
  text: string
  /** Worth knowing for who integrates the server; nothing is wrong with the response. */
  quiet?: true
}

/** What to say about an answer: that it is not whole, or not from what was asked for. */
export function answerNotes(
  answer: Answer,
  version: Pick<AnswerVersion, 'model' | 'asked'>,
): AnswerNote[] {
  const { choices, served, encryption, notes = [] } = answer
  const several = choices.length > 1
  const other = isOtherModel(answer, version.model)
    ? modelDifference(answer, version.model)
    : undefined
  return [
    ...choices.flatMap(({ finishReason }, index): AnswerNote[] => {
      const who = several ? `Choice ${index + 1}` : 'The response'
      if (finishReason === 'length')
        return [
          {
            key: `length ${index}`,
            text: `${who} was truncated at the token limit. Raise max_completion_tokens or continue it.`,
          },
        ]
      return finishReason === 'content_filter'
        ? [{ key: `filter ${index}`, text: `${who} was stopped by a content filter.` }]
        : []
    }),
    ...parameterDifferences(answer, version).map(({ name, asked, applied }): AnswerNote => ({
      key: name,

      text: `${name}: requested ${JSON.stringify(asked)}, applied ${JSON.stringify(applied)}.`,
    })),
    ...(encryption?.plain && answer.failure?.kind !== 'downgraded'
      ? [
          {
            key: 'encryption',
            text: 'Parts of this response were not encrypted, although the request was.',
          },
        ]
      : []),
    ...(other === undefined ? [] : [{ key: 'model', text: other }]),
    ...(served?.deprecation === undefined && served?.deprecationDate === undefined
      ? []
      : [
          {
            key: 'deprecation',
            text: `The model is deprecated${dateText(served.deprecationDate)}.${served.deprecation === undefined ? '' : ` ${served.deprecation}`}`,
          },
        ]),
    ...notes.map((note): AnswerNote => ({ key: note, text: WIRE_NOTES[note], quiet: true })),
  ]
}

function dateText(date: string | undefined): string {
  return date === undefined ? '' : ` (${date.slice(0, 10)})`
}
