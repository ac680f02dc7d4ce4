import { formatNumber } from '../../format/number.ts'

/** What an importer did not take over; empty where it took everything. */
export interface ImportReport {
  leftOut: readonly LeftOut[]
}

/** Things that were not taken over for one reason. */
export interface LeftOut {
  count: number
  /** What they are, as it reads after their number: "requests", "header X-Team". */
  what: string
  /** The reason, and what to do where something can be done; starts in lower case, without a full stop. */
  why?: string
}

/**
 * What was left out, a sentence for each reason.
 * @example leftOutText({ leftOut: [{ count: 141, what: 'requests', why: 'the newest 60 are open' }] })
 * // ["141 requests were left out: the newest 60 are open."]
 */
export function leftOutText({ leftOut }: ImportReport): string[] {
  return leftOut.map(({ count, what, why }) => {
    const verb = count === 1 ? 'was' : 'were'
    const reason = why === undefined ? '' : `: ${why}`
    return `${formatNumber(count)} ${what} ${verb} left out${reason}.`
  })
}
