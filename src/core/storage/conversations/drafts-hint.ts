import { localText } from '../db/browser-storage.ts'

/** Says without opening anything that there may be drafts; holds nothing of them. */
const KEY = 'playground.drafts'

/** Whether this browser may hold drafts: asked before any code for them is fetched. */
export function hasDraftsHint(): boolean {
  return localText.load(KEY) !== undefined
}

export function setDraftsHint(): void {
  localText.save(KEY, '1')
}

export function clearDraftsHint(): void {
  localText.remove(KEY)
}
