import { formatNumber } from '../../format/units.ts'

/** What an importer did not take over; empty where it took everything. */
export interface ImportReport {
  leftOut: readonly LeftOut[]
}

/** Things that were not taken over for one reason. */
export interface LeftOut {
  count: number
  /** What they are, as it reads after their number: "requests", "header X-Team". */
  what: string
  /** The reason, and what to do where something can be done; reads on after a colon. */
  why?: string
}

/** What was left out, a sentence for each reason. */
export function leftOutText({ leftOut }: ImportReport): string[] {
  return leftOut.map(({ count, what, why }) => {
    const verb = count === 1 ? 'was' : 'were'
    const reason = why === undefined ? '' : `: ${why.replace(/\.$/, '')}`
    return `${formatNumber(count)} ${what} ${verb} left out${reason}.`
  })
}

/** Things with names, left out for one reason. */
export function leftOutNames(noun: string, names: readonly string[], why: string): LeftOut[] {
  if (names.length === 0) return []
  const listed = names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : '')
  return [{ count: names.length, what: `${noun}${names.length === 1 ? '' : 's'} (${listed})`, why }]
}

/** Names in one sentence; the count says how many there are. */
const MAX_NAMES = 5
