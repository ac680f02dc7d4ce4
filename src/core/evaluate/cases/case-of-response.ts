import { messagesOf } from '../../chat/request/request-body.ts'
import {
  escapeMessage,
  templateTexts,
  variableNames,
  type VariableValues,
} from '../../chat/request/variables.ts'
import {
  selectedChoice,
  shownVersion,
  type MessageRecord,
} from '../../storage/conversations/conversation.ts'
import type { CaseDraft } from '../board-edits.ts'
import { INPUT_VARIABLE, type Board } from '../board.ts'

/**
 * The messages of a conversation as a case. The system prompt stays behind, it belongs to the configurations;
 * what a model wrote has no variables.
 * @param values what variables of the conversation stand for
 */
export function caseOfMessages(
  records: readonly MessageRecord[],
  values: VariableValues = {},
): Required<Pick<CaseDraft, 'variables' | 'messages'>> {
  const [first, ...rest] = records.flatMap((record) => {
    const messages = messagesOf([record])
    return record.kind === 'answer' ? messages.map(escapeMessage) : messages
  })
  const messages = first === undefined || first.role === 'system' ? rest : [first, ...rest]
  const names = messages.flatMap(templateTexts).flatMap(variableNames)
  return {
    variables: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
    messages,
  }
}

/**
 * A response of a conversation as a case: the messages before it, with the response as the expected value. A
 * prompt that is nothing but the variable that the board's own prompt has becomes its value.
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
  const asked = caseOfMessages(records.slice(0, Math.max(0, at)), values)
  const [only, ...others] = asked.messages
  const result = expected === '' ? {} : { expected }
  if (
    prompt === `{{${INPUT_VARIABLE}}}` &&
    only?.role === 'user' &&
    typeof only.content === 'string' &&
    !only.content.includes('{{') &&
    others.length === 0
  )
    return { variables: { [INPUT_VARIABLE]: only.content }, ...result }
  return { ...asked, ...result }
}
