import { messageText } from '../../../../contract/chat/messages.ts'
import { modelName } from '../../../../contract/models/model.ts'
import type { GenerationRequest } from '../engine.ts'
import { splitDirectives, type Directives } from './directives.ts'
import { generalAnswer } from './reply/general-answer.ts'
import { earlierImages, mediaAnswer } from './reply/media-answer.ts'
import type { SeenPicture } from './reply/see-picture.ts'
import { toolAnswer } from './reply/tool-answer.ts'
import { verbosityInForce } from './report/parameter-report.ts'
import { scrapingReport, searchReport } from './report/search-report.ts'
import type { Sampler } from './sampler.ts'

/**
 * The visible text of a built-in model: an answer to the last message, from what arrived and a small
 * corpus, in the words of the character when there is one. One line says that it is simulated.
 */
export function sandboxReply(
  generation: GenerationRequest,
  choice: number,
  sampler: Sampler,
  directives: Directives,
  seen: ReadonlyMap<string, SeenPicture>,
): string {
  const { request, model, character } = generation
  const blocks = [
    character?.voice.opening ?? '',
    (request.n ?? 1) > 1 ? `This is choice ${choice + 1} of ${request.n}.` : '',
    ...answer(generation, sampler, directives, seen),
    `*${modelName(model)} is a simulator: no language model runs here. \`/report\` shows all that arrived.*`,
    character?.voice.closing ?? '',
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

function answer(
  generation: GenerationRequest,
  sampler: Sampler,
  directives: Directives,
  seen: ReadonlyMap<string, SeenPicture>,
): string[] {
  const { request, inputs, search, model } = generation
  const fromTools = toolAnswer(request.messages)
  if (fromTools !== undefined) return [fromTools]
  const fromWeb = [searchReport(generation, directives.refs === true), scrapingReport(generation)]
  const index = request.messages.findLastIndex(({ role }) => role === 'user')
  const last = request.messages[index] ?? request.messages.at(-1)
  if (last === undefined) return fromWeb
  const media = mediaAnswer(last, index, inputs, seen)
  const earlier = earlierImages(generation, index)
  if (media !== '') return [media, earlier, ...fromWeb]
  if (search.results.length > 0) return fromWeb
  const { rest } = splitDirectives(messageText(last))
  const verbosity = model.id === 'sandbox-fast' ? 'low' : 'auto'
  const asked = verbosityInForce(request)
  return [generalAnswer(rest, sampler, asked === 'auto' ? verbosity : asked), earlier, ...fromWeb]
}
