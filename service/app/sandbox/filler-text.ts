import { firstTokens, countTokens } from '../inference/prepare/tokens.ts'
import type { Sampler } from './sampler.ts'

const SUBJECTS = [
  'A token',
  'The context',
  'Each request',
  'The first chunk',
  'A stop sequence',
  'The usage record',
  'A seed',
  'The system prompt',
] as const
const VERBS = [
  'carries',
  'limits',
  'explains',
  'repeats',
  'shortens',
  'describes',
  'follows',
] as const
const OBJECTS = [
  'what the model has seen so far',
  'the price of the whole answer',
  'the next few words of the text',
  'a part of the conversation',
  'the rate at which text arrives',
  'one choice among several',
  'the *parameters* that were sent',
  'a field called `max_completion_tokens`',
] as const
const FACTORS = ['2', '3', '5', '7'] as const

/**
 * Plain Markdown of exactly `tokens` tokens: headings, paragraphs, lists and code. The sampling
 * parameters decide how much the wording varies.
 */
export function fillerText(sampler: Sampler, tokens: number): string {
  let text = ''
  for (let size = 0, number = 1; size < tokens; number += 1)
    for (const piece of fillerBlock(sampler, number)) {
      text += piece
      // No piece makes one token with what is before it.
      size += countTokens(piece)
      if (size >= tokens) break
    }
  return firstTokens(text, tokens)
}

/** A block in pieces, so that no more is worded than is asked for. */
function* fillerBlock(sampler: Sampler, number: number): Generator<string> {
  if (number % 9 === 1) yield `## Part ${Math.ceil(number / 9)}`
  else if (number % 9 === 5) {
    for (const before of ['', '\n', '\n']) yield `${before}- ${sampledSentence(sampler)}`
  } else if (number % 9 === 8)
    yield `\`\`\`ts\nconst part = ${number}\nconsole.log('tokens', part * ${sampler.pick(FACTORS)})\n\`\`\``
  else {
    yield sampledSentence(sampler)
    for (let more = 2 + (number % 3); more > 0; more -= 1) yield ` ${sampledSentence(sampler)}`
  }
  yield '\n\n'
}

/** One sentence, worded as the sampling parameters ask. */
export function sampledSentence(sampler: Sampler): string {
  return `${sampler.pick(SUBJECTS)} ${sampler.pick(VERBS)} ${sampler.pick(OBJECTS)}.`
}
