import { messageText } from '../../../../../contract/chat/messages.ts'
import { modelName } from '../../../../../contract/models/model.ts'
import type { GenerationRequest } from '../../engine.ts'
import type { Directives } from '../directives.ts'
import { sampledSentence } from '../filler-text.ts'
import type { Sampler } from '../sampler.ts'
import { codeSpan } from './describe-part.ts'
import { messageReport } from './message-report.ts'
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
