import { createStore } from 'zustand/vanilla'

/** While a link was opened and nobody has done anything since, the page asks no API anything by itself. */
export const quietStore = createStore(() => ({ isQuiet: false }))

/** Asks nothing by itself until a person acts again; what is pressed in a dialog only decides about the link. */
export function stayQuiet(): void {
  quietStore.setState({ isQuiet: true })
  const acted = new AbortController()
  const end = ({ target }: Event) => {
    if (target instanceof Element && target.closest('dialog') !== null) return
    acted.abort()
    quietStore.setState({ isQuiet: false })
  }
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, end, { capture: true, signal: acted.signal })
}
