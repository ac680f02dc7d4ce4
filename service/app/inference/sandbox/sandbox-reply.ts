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
  'Set `stream` to `true` for anything long: the first words arrive at once, and no deadline applies.',
  'Leave a field out to get its default. This service never fills one in behind your back.',
  'Send the same `seed` again and you get this same answer again.',
  'Every answer carries `usage` and `cost`; a stream sends both in its last chunk.',
  'Change `temperature` or `top_p`, but not both.',
  'Put `:enable_web_search=on` behind a model name and it counts as that vendor parameter.',
  'A 429 says in `x-ratelimit-reset-requests` when the next request is welcome.',
  'With `n` above 1 you get several answers, and pay for each of them.',
] as const

const NEXT = [
  '## Try next',
  '- `/markdown` shows everything the renderer can do.',
  '- `/tokens 500 /rate 20` sets the length and the speed.',
  '- `/echo` returns your request as JSON, `/tool` calls a tool, `/think` thinks first, `/refs` cites sources.',
  '- `/fail 503`, `/cut 20`, `/stall 5` and `/stream-error` show how failures look.',
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
  const head = `I am **${modelName(model)}**, a simulator: no language model is running here. I tell you what I received.`
  const which = (request.n ?? 1) > 1 ? `This is choice ${choice + 1} of ${request.n}.` : ''
  const blocks = [
    character?.voice.opening ?? '',
    head,
    which,
    lastMessages(generation),
    searchReport(generation, directives.refs === true),
    scrapingReport(generation),
    ...(brief ? [] : ['## What arrived', messageReport(generation)]),
    ...(brief ? [] : ['## In force', parameterReport(generation)]),
    ...(brief ? [] : ['## A sample', sample(sampler)]),
    ...(verbosity === 'high' ? ['## In detail', fieldMeanings(generation)] : []),
    `**Good to know:** ${sampler.pick(TIPS)}`,
    ...(brief ? [] : [NEXT]),
    character?.voice.closing ?? '',
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

/** Sentences whose wording is drawn, so that the sampling parameters show. */
function sample(sampler: Sampler): string {
  const sentences = Array.from({ length: SAMPLE_SENTENCES }, () => sampledSentence(sampler))
  return `Drawn with the sampling parameters above: ${sentences.join(' ')}`
}

/** What the person said last, or what the tools answered since the model called them. */
function lastMessages({ request: { messages } }: GenerationRequest): string {
  const last = messages.at(-1)
  if (last === undefined) return ''
  if (last.role === 'tool') {
    const from = messages.findLastIndex(({ role }) => role !== 'tool') + 1
    const results = messages.slice(from).map((message) => codeSpan(messageText(message), 300))
    return results.length === 1
      ? `The tool answered ${results[0]}, and that is what I base this on.`
      : `The tools answered ${results.join(' and ')}, and that is what I base this on.`
  }
  const text = messageText(last)
  return text === '' ? 'Your last message holds no text.' : `You said: ${codeSpan(text, 300)}`
}
