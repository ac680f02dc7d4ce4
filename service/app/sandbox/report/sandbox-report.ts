import { type Message, messageText } from '../../../../contract/chat/messages.ts'
import { modelName } from '../../../../contract/models/model.ts'
import type { GenerationRequest } from '../../inference/engine.ts'
import { type Inputs, partName } from '../../inference/inputs/inputs.ts'
import { type AddedMessage, addedMessageTokens } from '../../inference/prepare/added-messages.ts'
import { droppedImages } from '../../inference/prepare/dropped-images.ts'
import { messageTokens } from '../../inference/prepare/prompt-tokens.ts'
import type { Directives } from '../directives.ts'
import { sampledSentence } from '../filler-text.ts'
import { checkReasoningDetails } from '../reasoning-details.ts'
import type { Sampler } from '../sampler.ts'
import { codeSpan, count, describePart } from './describe-part.ts'
import { fieldMeanings, parameterReport, verbosityInForce } from './parameter-report.ts'
import { scrapingReport, searchReport } from './search-report.ts'

const SAMPLE_SENTENCES = 3

/**
 * What `/report` answers with: what arrived and what is in force. Short with verbosity `low`, with
 * the meaning of every field with `high`, in the words of the character when there is one.
 */
export function sandboxReport(
  generation: GenerationRequest,
  choice: number,
  sampler: Sampler,
  directives: Directives,
): string {
  const { request, model, character } = generation
  const verbosity = verbosityInForce(request)
  const brief = verbosity === 'low'
  const head = `I am **${modelName(model)}**, a simulator: no language model is running. This is what I received.`
  const which = (request.n ?? 1) > 1 ? `This is choice ${choice + 1} of ${request.n}.` : ''
  const blocks = [
    character?.voice.opening ?? '',
    head,
    which,
    lastMessages(generation),
    searchReport(generation, directives.refs === true),
    scrapingReport(generation),
    ...(brief ? [] : ['## Request', messageReport(generation)]),
    ...(brief ? [] : ['## Parameters', parameterReport(generation)]),
    ...(brief ? [] : ['## A sample', sample(sampler)]),
    ...(verbosity === 'high' ? ['## Field reference', fieldMeanings(generation)] : []),
    character?.voice.closing ?? '',
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

/** Sentences whose wording is drawn, so that the sampling parameters show. */
function sample(sampler: Sampler): string {
  const sentences = Array.from({ length: SAMPLE_SENTENCES }, () => sampledSentence(sampler))
  return `Generated with the sampling parameters above: ${sentences.join(' ')}`
}

/** What the person said last, or what the tools answered since the model called them. */
function lastMessages({ request: { messages } }: GenerationRequest): string {
  const last = messages.at(-1)
  if (last === undefined) return ''
  if (last.role === 'tool') {
    const from = messages.findLastIndex(({ role }) => role !== 'tool') + 1
    const results = messages.slice(from).map((message) => codeSpan(messageText(message), 300))
    return results.length === 1
      ? `The tool returned ${results[0]}. This response is based on it.`
      : `The tools returned ${results.join(' and ')}. This response is based on them.`
  }
  const text = messageText(last)
  return text === '' ? 'Your last message has no text.' : `You said: ${codeSpan(text, 300)}`
}

const MAX_ROWS = 20

const ORIGINS: Readonly<Record<AddedMessage['origin'], string>> = {
  service: 'the default system prompt (`include_vendor_system_prompt`)',
  character: 'the character (`character_slug`)',
  search: 'the search results',
  scraping: 'the fetched pages (`enable_web_scraping`)',
}

/** A table of the messages that the model sees: what the service put first, then the caller's. */
function messageReport({ request, model, added, inputs }: GenerationRequest): string {
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
