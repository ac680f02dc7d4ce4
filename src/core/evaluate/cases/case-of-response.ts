import { messagesOf } from '../../chat/request/request-body.ts'
import { templateTexts, variableNames, type VariableValues } from '../../chat/request/variables.ts'
import {
  selectedChoice,
  shownVersion,
  type MessageRecord,
} from '../../storage/conversations/conversation.ts'
import type { CaseDraft } from '../board-edits.ts'
import { INPUT_VARIABLE, type Board } from '../board.ts'

/**
 * A response of a conversation as a case: the messages before it, with the response as the expected value. The
 * system prompt stays behind, it belongs to the configurations; so does a prompt that is nothing but the
 * variable that the board's own prompt has.
 * @param values what variables of the conversation stand for
 */
export function caseOfResponse(
  { prompt }: Pick<Board, 'prompt'>,
  records: readonly MessageRecord[],
  responseId: string,
  values: VariableValues,
): CaseDraft {
  const at = records.findIndex(({ id }) => id === responseId)
  const record = records[at]
  const version = record?.kind === 'answer' ? shownVersion(record) : undefined
  const expected = (version && selectedChoice(version)?.content) ?? ''
  const [first, ...rest] = messagesOf(records.slice(0, Math.max(0, at)))
  const messages = first === undefined || first.role === 'system' ? rest : [first, ...rest]
  const [only, ...others] = messages
  const result = expected === '' ? {} : { expected }
  if (
    prompt === `{{${INPUT_VARIABLE}}}` &&
    only?.role === 'user' &&
    typeof only.content === 'string' &&
    !only.content.includes('{{') &&
    others.length === 0
  )
    return { variables: { [INPUT_VARIABLE]: only.content }, ...result }
  const names = messages.flatMap(templateTexts).flatMap((text) => variableNames(text))
  const variables = Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
  return { variables, messages, ...result }
}
