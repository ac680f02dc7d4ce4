import { type Message, messageText } from '../../../../contract/chat/messages.ts'
import { modelName } from '../../../../contract/models/model.ts'
import type { GenerationRequest } from '../../inference/engine.ts'
import { type Inputs, messageTokens, partName } from '../../inference/inputs/inputs.ts'
import {
  type AddedMessage,
  addedMessageTokens,
  droppedImages,
} from '../../inference/prepare/added-messages.ts'
import { wordsOf } from '../../inference/search/search.ts'
import type { Directives } from '../directives.ts'
import { sentencesOf } from '../reply/general-answer.ts'
import { sampledSentence, type Sampler } from '../sampler.ts'
import { checkReasoningDetails } from '../sandbox-reasoning.ts'
import {
  codeSpan,
  count,
  describePart,
  fieldMeanings,
  parameterReport,
  verbosityInForce,
} from './parameter-report.ts'

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

const MAX_QUOTED = 3

/** What a search brought, in the answer: a statement per source, cited when that is asked for. */
export function searchReport(
  { request, vendor, search, inputs }: GenerationRequest,
  showsBothSpellings: boolean,
): string {
  const { kind, why } = search
  // The pages that were read stand behind the results, and are reported by themselves.
  const results = search.results.slice(0, search.results.length - inputs.pages.length)
  const asked = vendor.enable_web_search !== 'off' || kind === 'x' || showsBothSpellings
  if (!asked) return ''
  if (results.length === 0) return `No search was run: ${why}.`
  const cites = vendor.enable_web_citations || showsBothSpellings
  const question = request.messages.findLast(({ role }) => role === 'user')
  const words = new Set(wordsOf(question ? messageText(question) : ''))
  const lines = results
    .slice(0, MAX_QUOTED)
    .map(
      ({ title, content }, index) =>
        `- **${title}.** ${bestSentence(content ?? '', words)}${cites ? ` [REF]${index}[/REF]` : ''}`,
    )
  return [
    `From ${kind === 'x' ? 'X search, simulated' : 'the web search, simulated with a small bundled corpus'} (${why}):`,
    lines.join('\n'),
    ...(showsBothSpellings ? [bothSpellings(results.length)] : []),
  ].join('\n\n')
}

/** The contract counts from 0 in `[REF]0[/REF]`; the other spelling counts from 1. */
function bothSpellings(sources: number): string {
  const second = Math.min(2, sources)
  return `One source is cited as [REF]0[/REF] or ^1^, two as [REF]0[/REF][REF]${second - 1}[/REF] or ^1,${second}^.`
}

/** The sentence of a source that has most of the question's words; the first of those that tie. */
function bestSentence(text: string, question: ReadonlySet<string>): string {
  const sentences = sentencesOf(text).map((sentence) => ({
    sentence,
    shared: new Set(wordsOf(sentence).filter((word) => question.has(word))).size,
  }))
  return sentences.toSorted((a, b) => b.shared - a.shared)[0]?.sentence ?? text
}

/** The addresses of the last user message in the answer: what was read, and why the others were not. */
export function scrapingReport({ inputs, search, vendor }: GenerationRequest): string {
  const { pages, unread } = inputs
  if (!vendor.enable_web_scraping) return ''
  if (pages.length + unread.length === 0)
    return 'No URL was fetched: the last user message has none (`enable_web_scraping`).'
  const first = search.results.length - pages.length
  const lines = [
    ...pages.map(({ url, title, text }, index) => {
      const cited = vendor.enable_web_citations ? ` [REF]${first + index}[/REF]` : ''
      return `- ${codeSpan(url)}: ${codeSpan(title)}, ${count(text.length, 'character')}${cited}`
    }),
    ...unread.map(
      ({ url, message }) => `- ${codeSpan(url)} was not fetched. ${codeSpan(message, 200)}`,
    ),
  ]
  return `From the URLs in your message:\n\n${lines.join('\n')}`
}
