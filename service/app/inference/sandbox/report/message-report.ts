import type { Message } from '../../../../../contract/chat/messages.ts'
import type { GenerationRequest } from '../../engine.ts'
import { partName, type Inputs } from '../../inputs/inputs.ts'
import { addedMessageTokens, type AddedMessage } from '../../prepare/added-messages.ts'
import { droppedImages } from '../../prepare/dropped-images.ts'
import { messageTokens } from '../../prepare/prompt-tokens.ts'
import { checkReasoningDetails } from '../reasoning-details.ts'
import { codeSpan, count, describePart } from './describe-part.ts'

const MAX_ROWS = 20

const ORIGINS: Readonly<Record<AddedMessage['origin'], string>> = {
  service: 'the default system prompt (`include_vendor_system_prompt`)',
  character: 'the character (`character_slug`)',
  search: 'the search results',
  scraping: 'the fetched pages (`enable_web_scraping`)',
}

/** A table of the messages that the model sees: what the service put first, then the caller's. */
export function messageReport({ request, model, added, inputs }: GenerationRequest): string {
  const dropped = droppedImages(request.messages, model)
  const ours = added.map(
    (message) =>
      `| – | system | ${ORIGINS[message.origin]}, ${count(message.text.length, 'character')} | ${addedMessageTokens(message)} |`,
  )
  const shown = request.messages.slice(0, MAX_ROWS).map((message, index) => {
    const parts = contentOf(message, index, inputs).map((text, part) =>
      dropped.has(partName(index, part))
        ? `~~${text}~~ (dropped: this model uses the images of one message only)`
        : text,
    )
    return `| ${index + 1} | ${message.role} | ${parts.join('; ')} | ${messageTokens(message, index, inputs)} |`
  })
  const left = request.messages.length - shown.length
  const more = left > 0 ? `\n\n…and ${count(left, 'more message')}.` : ''
  return `| # | role | content | tokens |\n| ---: | --- | --- | ---: |\n${[...ours, ...shown].join('\n')}${more}`
}

function contentOf(message: Message, index: number, { parts }: Inputs): string[] {
  const { content } = message
  const further = message.role === 'assistant' ? assistantExtras(message) : []
  if (typeof content === 'string')
    return [`text, ${count(content.length, 'character')}`, ...further]
  return [
    ...(content ?? []).map((part, at) => describePart(part, parts.get(partName(index, at)))),
    ...further,
  ]
}

function assistantExtras(message: Extract<Message, { role: 'assistant' }>): string[] {
  const { own, changed } = checkReasoningDetails(message.reasoning_details ?? [])
  return [
    ...(message.tool_calls ?? []).map((call) => `calls ${codeSpan(call.function.name)}`),
    ...(own === 0
      ? []
      : [
          `reasoning_details: ${count(own, 'record')}, ${changed === 0 ? 'unchanged' : `${changed} changed`}`,
        ]),
  ]
}
