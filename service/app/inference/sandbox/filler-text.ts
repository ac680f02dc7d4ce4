import { firstTokens, countTokens } from '../prepare/tokens.ts'
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
  const blocks: string[] = []
  for (let size = 0, number = 1; size < tokens; number += 1) {
    const block = `${fillerBlock(sampler, number)}\n\n`
    blocks.push(block)
    size += countTokens(block)
  }
  return firstTokens(blocks.join(''), tokens)
}

function fillerBlock(sampler: Sampler, number: number): string {
  if (number % 9 === 1) return `## Part ${Math.ceil(number / 9)}`
  if (number % 9 === 5)
    return ['-', '-', '-'].map((mark) => `${mark} ${sampledSentence(sampler)}`).join('\n')
  if (number % 9 === 8)
    return `\`\`\`ts\nconst part = ${number}\nconsole.log('tokens', part * ${sampler.pick(FACTORS)})\n\`\`\``
  return Array.from({ length: 3 + (number % 3) }, () => sampledSentence(sampler)).join(' ')
}

/** One sentence, worded as the sampling parameters ask. */
export function sampledSentence(sampler: Sampler): string {
  return `${sampler.pick(SUBJECTS)} ${sampler.pick(VERBS)} ${sampler.pick(OBJECTS)}.`
}
