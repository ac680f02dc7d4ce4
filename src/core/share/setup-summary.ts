import type { SharedSetup } from './setup.ts'

/** What a setup is of, as titles and buttons say it. */
export const AREA_NAMES = {
  chat: 'chat',
  image: 'image edit',
  explore: 'request',
  evaluate: 'board',
} as const

/**
 * How much a setup holds, as one sentence.
 * @example setupSummary(board) // "2 configurations, 5 cases, 1 check."
 */
export function setupSummary(setup: SharedSetup): string {
  switch (setup.area) {
    case 'chat':
      return `${setup.model}, ${counts([setup.messages, 'message'], [Object.keys(setup.settings), 'setting'])}.`
    case 'image':
      return `${counts([Object.keys(setup.fields), 'field'])}.`
    case 'explore':
      return `${setup.method} ${setup.path}.`
    case 'evaluate':
      return `${counts([setup.configurations, 'configuration'], [setup.cases, 'case'], [setup.checks, 'check'])}.`
  }
}

function counts(...lists: readonly [readonly unknown[], string][]): string {
  return lists.map(([{ length }, noun]) => plural(length, noun)).join(', ')
}

/** A count with its noun: "1 message", "5 messages". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
