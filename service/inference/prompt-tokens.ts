import type { Message } from '../../src/contract/chat/messages.ts'
import type { ChatRequest } from '../../src/contract/chat/request.ts'
import { countTokens, TOKENS_PER_MEDIA_PART } from './tokens.ts'

/** Every message costs this much more than its text, for its role and its ends. */
const TOKENS_PER_MESSAGE = 3

/** What the prompt of a request counts as: messages, media parts, and the tools it describes. */
export function promptTokens({ messages, tools }: ChatRequest): number {
  const inMessages = messages.reduce((sum, message) => sum + messageTokens(message), 0)
  return inMessages + (tools ? countTokens(JSON.stringify(tools)) : 0)
}

/** What one message of the prompt counts as. */
export function messageTokens(message: Message): number {
  const { content } = message
  const calls =
    message.role === 'assistant' && message.tool_calls ? JSON.stringify(message.tool_calls) : ''
  const ofContent =
    typeof content === 'string'
      ? countTokens(content)
      : (content ?? []).reduce(
          (sum, part) =>
            sum + (part.type === 'text' ? countTokens(part.text) : TOKENS_PER_MEDIA_PART),
          0,
        )
  return TOKENS_PER_MESSAGE + ofContent + countTokens(calls)
}
