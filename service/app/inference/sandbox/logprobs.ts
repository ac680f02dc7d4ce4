import type { TokenLogprob } from '../../../../contract/chat/response.ts'
import { randomFrom } from '../random.ts'

const OTHER_TOKENS = [
  ' the',
  ' a',
  ' of',
  '.',
  ',',
  ' and',
  ' to',
  ' in',
  ' is',
  ' that',
  ' for',
  '\n',
] as const
const MAX_ALTERNATIVES = 20

/**
 * Made-up but plausible log probabilities of a token: the same token at the same place has the same
 * ones, the alternatives are sorted, and together they never exceed certainty.
 */
export function sandboxLogprob(token: string, place: number, alternatives: number): TokenLogprob {
  const random = randomFrom(`${place} ${token}`)
  const certainty = 0.35 + 0.64 * Math.sqrt(random())
  const chosen = { token, logprob: rounded(certainty), bytes: utf8(token) }
  const others = OTHER_TOKENS.filter((other) => other !== token)
  let left = 1 - certainty
  const top = [chosen]
  for (let rank = 0; rank < Math.min(alternatives, MAX_ALTERNATIVES) - 1; rank += 1) {
    const other = others[(place + rank) % others.length] ?? ' '
    const text = rank < others.length ? other : `${other}${rank}`
    left /= 2
    top.push({ token: text, logprob: rounded(left), bytes: utf8(text) })
  }
  // A choice that was less likely than its alternatives does happen; the list stays sorted.
  const sorted = top.toSorted((a, b) => b.logprob - a.logprob)
  return { ...chosen, top_logprobs: alternatives > 0 ? sorted : [] }
}

function rounded(probability: number): number {
  return Math.round(Math.log(probability) * 10_000) / 10_000
}

function utf8(text: string): number[] {
  return [...new TextEncoder().encode(text)]
}
