import type { ContentPart, Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { fileTokens, partName, type Inputs, type PartFacts } from '../inputs/inputs.ts'
import { countTokens, TOKENS_PER_MEDIA_PART, TOKENS_PER_MESSAGE } from './tokens.ts'

/** What the prompt of a request counts as: messages, media parts, the text of files, and the tools it describes. */
export function promptTokens(request: ChatRequest, inputs: Inputs): number {
  const inMessages = request.messages.reduce(
    (sum, message, index) => sum + messageTokens(message, index, inputs),
    0,
  )
  return inMessages + toolTokens(request)
}

/** What the description of the tools counts as. */
export function toolTokens({ tools }: ChatRequest): number {
  return tools ? countTokens(JSON.stringify(tools)) : 0
}

/** What one content part counts as. An image without facts was dropped: the model does not see it. */
export function partTokens(part: ContentPart, facts: PartFacts | undefined): number {
  if (part.type === 'image_url' && facts === undefined) return 0
  return part.type === 'text' ? countTokens(part.text) : TOKENS_PER_MEDIA_PART + fileTokens(facts)
}

/** What one message of the prompt counts as. `index` is its place in the request. */
export function messageTokens(message: Message, index: number, { parts }: Inputs): number {
  const { content } = message
  const calls =
    message.role === 'assistant' && message.tool_calls ? JSON.stringify(message.tool_calls) : ''
  const ofContent =
    typeof content === 'string'
      ? countTokens(content)
      : (content ?? []).reduce(
          (sum, part, at) => sum + partTokens(part, parts.get(partName(index, at))),
          0,
        )
  return TOKENS_PER_MESSAGE + ofContent + countTokens(calls)
}
