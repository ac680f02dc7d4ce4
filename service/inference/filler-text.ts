import { pick, type Random } from './random.ts'
import { firstTokens, countTokens } from './tokens.ts'

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

/** Plain Markdown of exactly `tokens` tokens: headings, paragraphs, lists and code, made by chance. */
export function fillerText(random: Random, tokens: number): string {
  const blocks: string[] = []
  for (let size = 0, number = 1; size < tokens; number += 1) {
    const block = `${fillerBlock(random, number)}\n\n`
    blocks.push(block)
    size += countTokens(block)
  }
  return firstTokens(blocks.join(''), tokens)
}

function fillerBlock(random: Random, number: number): string {
  if (number % 9 === 1) return `## Part ${Math.ceil(number / 9)}`
  if (number % 9 === 5)
    return ['-', '-', '-'].map((mark) => `${mark} ${sentence(random)}`).join('\n')
  if (number % 9 === 8)
    return `\`\`\`ts\nconst part = ${number}\nconsole.log('tokens', part * ${1 + Math.floor(random() * 9)})\n\`\`\``
  return Array.from({ length: 3 + Math.floor(random() * 3) }, () => sentence(random)).join(' ')
}

function sentence(random: Random): string {
  return `${pick(random, SUBJECTS)} ${pick(random, VERBS)} ${pick(random, OBJECTS)}.`
}
