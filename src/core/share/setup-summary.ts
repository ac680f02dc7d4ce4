import type { EvaluateSetup } from './setup.ts'

/** What a setup is of, as titles and buttons say it. */
export const AREA_NAMES = {
  chat: 'chat',
  image: 'image edit',
  explore: 'request',
  evaluate: 'board',
} as const

/** How much a board holds: "2 configurations, 5 cases, 1 check." */
export function boardSummary({ configurations, cases, checks }: EvaluateSetup): string {
  const counts = [
    plural(configurations.length, 'configuration'),
    plural(cases.length, 'case'),
    plural(checks.length, 'check'),
  ]
  return `${counts.join(', ')}.`
}

/** A count with its noun: "1 message", "5 messages". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
