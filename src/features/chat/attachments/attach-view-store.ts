import { createStore } from 'zustand/vanilla'

interface AttachView {
  /** What is open: the menu beside its button, a dialog, or the sign that a drop is welcome. */
  open?: { menuOf: HTMLElement } | 'url' | 'recorder' | 'drop' | undefined
}

/** What of attaching is shown. Loaded with the composer: keep it small. */
export const attachViewStore = createStore<AttachView>(() => ({}))
