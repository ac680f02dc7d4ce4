import { isJsonObject } from '../json.ts'
import { z } from '../zod.ts'
import { contentPartSchema, textPartSchema } from './content-parts.ts'

/** The five roles (contract, "Message kinds"). */
export const ROLES = ['user', 'assistant', 'tool', 'system', 'developer'] as const
export type Role = (typeof ROLES)[number]

const name = z.exactOptional(z.nullable(z.string()))
const textContent = z.union([z.string(), z.array(textPartSchema)])

/** A call that a model asks the caller to make. */
export const toolCallSchema = z.looseObject({
  id: z.string(),
  type: z.exactOptional(z.literal('function')),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
})
export type ToolCall = z.infer<typeof toolCallSchema>

/** A reasoning record; models that return it want it back unchanged with tool results. */
export interface ReasoningDetail {
  type: string
  [member: string]: unknown
}

/** Hands the very record on: an object schema would give a copy with its members reordered. */
export const reasoningDetailSchema = z
  .unknown()
  .check(
    z.refine(
      (record) => isJsonObject(record) && typeof record['type'] === 'string',
      'must be an object with a type',
    ),
  ) as z.ZodMiniType<ReasoningDetail>

/** What the person says: text, or a list of parts. */
const userMessageSchema = z.looseObject({
  role: z.literal('user'),
  content: z.union([z.string(), z.array(contentPartSchema)]),
  name,
})

/** What the model said: content, tool calls, or both. */
const assistantMessageSchema = z
  .looseObject({
    role: z.literal('assistant'),
    content: z.exactOptional(z.nullable(textContent)),
    name,
    reasoning_content: z.exactOptional(z.nullable(z.string())),
    reasoning_details: z.exactOptional(z.nullable(z.array(reasoningDetailSchema))),
    tool_calls: z.exactOptional(z.nullable(z.array(toolCallSchema))),
  })
  .check(
    z.refine(
      (message) => message.content != null || (message.tool_calls?.length ?? 0) > 0,
      'must have content or tool calls',
    ),
  )

/** The answer to one tool call. */
const toolMessageSchema = z.looseObject({
  role: z.literal('tool'),
  content: z.string(),
  tool_call_id: z.string(),
  name,
  tool_calls: z.exactOptional(z.nullable(z.array(toolCallSchema))),
  reasoning_content: z.exactOptional(z.nullable(z.string())),
})

/** Instructions from the caller. */
const systemMessageSchema = z.looseObject({ role: z.literal('system'), content: textContent, name })

/** Instructions from the caller, under the newer role name. */
const developerMessageSchema = z.looseObject({
  role: z.literal('developer'),
  content: textContent,
  name,
})

/** A message of any of the five roles. */
export const messageSchema = z.discriminatedUnion('role', [
  userMessageSchema,
  assistantMessageSchema,
  toolMessageSchema,
  systemMessageSchema,
  developerMessageSchema,
])

export type UserMessage = z.infer<typeof userMessageSchema>
export type AssistantMessage = z.infer<typeof assistantMessageSchema>
export type ToolMessage = z.infer<typeof toolMessageSchema>
export type Message = z.infer<typeof messageSchema>

/** The text of a message: its string content, or its text parts joined; '' when it has none. */
export function messageText(message: Pick<Message, 'content'>): string {
  const { content } = message
  if (typeof content === 'string') return content
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
