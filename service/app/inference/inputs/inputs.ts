import type { ContentPart, Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { DocumentText } from '../documents/document-reader.ts'
import { countTokens, TOKENS_PER_MEDIA_PART, TOKENS_PER_MESSAGE } from '../prepare/tokens.ts'
import type { ScrapedPage } from './input-sources.ts'

/** What the header of an image says. Sides in px. */
interface ImageSize {
  format: string
  width: number
  height: number
}

/** What a content part turned out to be. Sizes in bytes. */
export type PartFacts =
  /** `dataUrl` is there for an image that was fetched: what is passed on is what was looked at. */
  | { kind: 'image'; size: ImageSize; bytes: number; dataUrl?: string }
  /** Without `seconds` when the header does not say. */
  | { kind: 'audio'; bytes: number; seconds: number | undefined }
  | { kind: 'video'; format: string; bytes: number }
  | { kind: 'file'; bytes: number; document: DocumentText }

/** An address of the message that could not be read, and one sentence that says why. */
interface UnreadPage {
  url: string
  message: string
}

/** All that was read before a model is asked: the parts, and the addresses of the last user message. */
export interface Inputs {
  /** By `messageIndex.partIndex`; parts that are not measured are not in it. */
  parts: ReadonlyMap<string, PartFacts>
  pages: readonly ScrapedPage[]
  unread: readonly UnreadPage[]
}

/** The name of a part in `Inputs`. */
export function partName(message: number, part: number): string {
  return `${message}.${part}`
}

/** What the text of a part's file counts as; 0 for every other part. */
function fileTokens(facts: PartFacts | undefined): number {
  return facts?.kind === 'file' ? countTokens(facts.document.text) : 0
}

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
