import { tableSchema } from '../../field-rule.ts'
import type { z } from '../../zod.ts'
import { chatFields, type ChatFieldName } from './request-fields.ts'
import { chatStructures } from './request-structures.ts'

/** The body of `POST /chat/completions`; fields the contract does not list pass unvalidated. */
export const chatRequestSchema = tableSchema(chatFields, chatStructures)

/** A chat request as the contract lists it. Unset means absent, never `undefined`. */
export type ChatRequest = Pick<z.infer<typeof chatRequestSchema>, ChatFieldName>

/** The fields of a request besides the conversation itself and the model. */
export type ChatSettings = Omit<ChatRequest, 'messages' | 'model'>
export type ChatSettingName = keyof ChatSettings

/**
 * The generation limit in force: `max_completion_tokens`, else the deprecated `max_tokens`; 0 or
 * less means none.
 */
export function tokenLimit(
  request: Pick<ChatSettings, 'max_completion_tokens' | 'max_tokens'>,
): number | undefined {
  const limit = request.max_completion_tokens ?? request.max_tokens
  return limit === undefined || limit <= 0 ? undefined : limit
}

/** The reasoning effort in force: `reasoning_effort` beats `reasoning.effort`. */
export function reasoningEffort(request: Pick<ChatSettings, 'reasoning' | 'reasoning_effort'>) {
  return request.reasoning_effort ?? request.reasoning?.effort
}

/** The stop sequences as a list, whichever way they were given. */
export function stopSequences(request: Pick<ChatSettings, 'stop'>): readonly string[] {
  const { stop } = request
  return typeof stop === 'string' ? [stop] : (stop ?? [])
}
