import { createStore } from 'zustand/vanilla'

import type { DraftPart } from './draft-part.ts'

/** What is attached to the message being written. Loaded with the composer: keep it small. */
export interface DraftParts {
  parts: readonly DraftPart[]
  /** While the parts are being encoded and sent: how much is done, 0 to 1. */
  sending?: number | undefined
  /** What is open: the menu beside its button, a dialog, or the sign that a drop is welcome. */
  open?: { menuOf: HTMLElement } | 'address' | 'recorder' | 'drop' | undefined
}

/** What is attached to the message being written. */
export const draftPartsStore = createStore<DraftParts>(() => ({ parts: [] }))
