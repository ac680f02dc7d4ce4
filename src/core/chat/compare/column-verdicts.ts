import type { Answer } from '../../../../contract/chat/answer.ts'
import { tokensPerSecond } from '../responses/details/answer-figures.ts'

type Figured = Pick<Answer, 'phase' | 'timing' | 'usage' | 'cost'>

interface Contest {
  words: string
  figure: (answer: Figured) => number | undefined
  better: 'less' | 'more'
}

const CONTESTS: readonly Contest[] = [
  { words: 'first to begin', figure: ({ timing }) => timing.firstToken, better: 'less' },
  { words: 'fastest', figure: tokensPerSecond, better: 'more' },
  { words: 'cheapest', figure: ({ cost }) => cost?.usd, better: 'less' },
  { words: 'shortest', figure: ({ usage }) => usage?.completion_tokens, better: 'less' },
]

/**
 * What each of several answers is best at, in words. Only whole answers take part; nobody wins
 * alone, and nobody wins where all are the same.
 */
export function compareVerdicts(answers: readonly (Figured | undefined)[]): string[][] {
  const verdicts: string[][] = answers.map(() => [])
  for (const { words, figure, better } of CONTESTS) {
    const figures = answers.map((answer) =>
      answer?.phase === 'finished' ? figure(answer) : undefined,
    )
    const known = figures.filter((value) => value !== undefined)
    const best = better === 'less' ? Math.min(...known) : Math.max(...known)
    if (known.length < 2 || known.every((value) => value === best)) continue
    figures.forEach((value, at) => {
      if (value === best) verdicts[at]?.push(words)
    })
  }
  return verdicts
}
