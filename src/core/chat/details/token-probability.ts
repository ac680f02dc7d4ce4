import type { TokenLogprob } from '../../../../contract/chat/response.ts'

/** How likely a token was, in five steps; 0 is the most likely. */
export type LikelihoodBand = 0 | 1 | 2 | 3 | 4

/** The bands, most likely first: from which probability on, and in words. */
export const LIKELIHOOD_BANDS = [
  { from: 0.9, words: '≥ 90%' },
  { from: 0.7, words: '70–90%' },
  { from: 0.5, words: '50–70%' },
  { from: 0.2, words: '20–50%' },
  { from: 0, words: '< 20%' },
] as const

/** The probability of a log probability, between 0 and 1. */
export function probability(logprob: number): number {
  return Number.isFinite(logprob) ? Math.min(1, Math.exp(logprob)) : 0
}

/** The band of a log probability. */
export function likelihoodBand(logprob: number): LikelihoodBand {
  const value = probability(logprob)
  const at = LIKELIHOOD_BANDS.findIndex(({ from }) => value >= from)
  return (at < 0 ? 4 : at) as LikelihoodBand
}

/** A probability as a percentage: "93.2%", "0.04%", "< 0.01%". */
export function percentText(logprob: number): string {
  const percent = probability(logprob) * 100
  if (percent < 0.01) return '< 0.01%'
  return `${percent.toFixed(percent < 1 ? 2 : 1)}%`
}

/** A token as text that can be seen: blanks and breaks by their signs, half characters by bytes. */
export function visibleToken({ token, bytes }: Pick<TokenLogprob, 'token' | 'bytes'>): string {
  if (token.includes('\uFFFD') && bytes != null && bytes.length > 0)
    return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
  return token
    .replaceAll(' ', '␣')
    .replaceAll('\n', '⏎')
    .replaceAll('\t', '⇥')
    .replaceAll(
      /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
      (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}

/** What was considered in place of a token, most likely first, the token itself included. */
export function alternatives(token: TokenLogprob): { token: string; logprob: number }[] {
  const listed = (token.top_logprobs ?? []).map((other) => ({
    token: visibleToken(other),
    logprob: other.logprob,
  }))
  const own = { token: visibleToken(token), logprob: token.logprob }
  const all = listed.some((other) => other.token === own.token) ? listed : [own, ...listed]
  return all.toSorted((a, b) => b.logprob - a.logprob)
}
