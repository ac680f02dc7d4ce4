import { prepareToJudge } from '../conversation/use-settings-reading.ts'

/*
 * What the settings do without until someone turns to them, so that they open with the first screen.
 */

export const loadModelAdviser = () => import('./advice/model-adviser.tsx')

export const loadStructureControl = () => import('./structures/structure-control.tsx')

export const loadCharacterPicker = () => import('./character-picker.tsx')

/** Fetches what judges settings, what says how the model takes them, and the larger controls. */
export function prepareToSet(): void {
  prepareToJudge()
  for (const load of [loadModelAdviser, loadStructureControl, loadCharacterPicker])
    load().catch(() => undefined)
}
