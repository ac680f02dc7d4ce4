import type { CellResponse } from '../board.ts'

interface Contest {
  words: string
  figure: (response: CellResponse) => number | undefined
  better: 'less' | 'more'
}

const CONTESTS: readonly Contest[] = [
  { words: 'first to begin', figure: (response) => response.timeToFirstToken, better: 'less' },
  { words: 'fastest', figure: tokensPerSecond, better: 'more' },
  { words: 'cheapest', figure: ({ cost }) => cost, better: 'less' },
  { words: 'shortest', figure: ({ usage }) => usage?.completion, better: 'less' },
]

/**
 * What each of several responses is best at, in words. Nobody wins alone, and nobody wins where all are the
 * same.
 */
export function responseVerdicts(responses: readonly (CellResponse | undefined)[]): string[][] {
  const verdicts: string[][] = responses.map(() => [])
  for (const { words, figure, better } of CONTESTS) {
    const figures = responses.map((response) => response && figure(response))
    const known = figures.filter((value) => value !== undefined)
    const best = better === 'less' ? Math.min(...known) : Math.max(...known)
    if (known.length < 2 || known.every((value) => value === best)) continue
    figures.forEach((value, at) => {
      if (value === best) verdicts[at]?.push(words)
    })
  }
  return verdicts
}

function tokensPerSecond({ timeToFirstToken, duration, usage }: CellResponse): number | undefined {
  if (timeToFirstToken === undefined || duration === undefined || usage === undefined) return
  const ms = duration - timeToFirstToken
  return ms > 0 ? (usage.completion / ms) * 1000 : undefined
}
