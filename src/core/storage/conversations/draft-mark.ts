/** Says without opening anything that there may be drafts; holds nothing of them. */
const KEY = 'playground.drafts'

/** Whether this browser may hold drafts: asked before any code for them is fetched. */
export function mayHoldDrafts(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Notes that there are drafts now, or that there are none any more. */
export function markDrafts(exist: boolean): void {
  try {
    if (exist) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Then a draft is found again with the first change only.
  }
}
