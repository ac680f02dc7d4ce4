import { messageText } from '../../../../contract/chat/messages.ts'
import { modelName } from '../../../../contract/models/model.ts'
import type { GenerationRequest } from '../engine.ts'
import type { Directives } from './directives.ts'
import { sampledSentence } from './filler-text.ts'
import { codeSpan } from './report/describe-part.ts'
import { messageReport } from './report/message-report.ts'
import { fieldMeanings, parameterReport, verbosityInForce } from './report/parameter-report.ts'
import { scrapingReport, searchReport } from './report/search-report.ts'
import type { Sampler } from './sampler.ts'

const TIPS = [
  'Set `stream` to `true` for long responses: text arrives at once, and nothing times out.',
  'Leave a field out to use its default.',
  'The same request with the same `seed` returns the same response.',
  'Every response has `usage` and `cost`; a stream sends both in its last chunk.',
  'Change `temperature` or `top_p`, but not both.',
  'Append `:enable_web_search=on` to a model ID to set that vendor parameter.',
  'After a 429, `x-ratelimit-reset-requests` shows when the limit resets.',
  'With `n` above 1, you get several choices and pay for each of them.',
] as const

const NEXT = [
  '## Try next',
  '- `/markdown` returns every supported Markdown construct.',
  '- `/tokens 500 /rate 20` sets length and speed.',
  '- `/echo` returns your request as JSON, `/tool` calls a tool, `/think` reasons first, `/refs` cites sources.',
  '- `/fail 503`, `/cut 20`, `/stall 5` and `/stream-error` simulate failures.',
].join('\n')

const SAMPLE_SENTENCES = 3

/**
 * The visible text of a built-in model: what arrived, what is in force, what to try next. Short
 * with verbosity `low`, with the meaning of every field with `high`, in the words of the character
 * when there is one.
 */
export function sandboxReply(
  generation: GenerationRequest,
  choice: number,
  sampler: Sampler,
  directives: Directives,
): string {
  const { request, model, character } = generation
  const verbosity = verbosityInForce(request)
  const brief = verbosity === 'low' || (model.id === 'sandbox-fast' && verbosity !== 'high')
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
    `**Good to know:** ${sampler.pick(TIPS)}`,
    ...(brief ? [] : [NEXT]),
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
