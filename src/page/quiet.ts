import { createStore } from 'zustand/vanilla'

/** While a link was opened and nobody has done anything since, the page asks no API anything by itself. */
export const quietStore = createStore(() => ({ isQuiet: false }))

/** Asks nothing by itself until a person acts again. */
export function stayQuiet(): void {
  quietStore.setState({ isQuiet: true })
  const acted = new AbortController()
  const end = () => {
    acted.abort()
    quietStore.setState({ isQuiet: false })
  }
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, end, { capture: true, signal: acted.signal })
}
