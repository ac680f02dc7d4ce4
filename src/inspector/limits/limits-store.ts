import { createStore } from 'zustand/vanilla'

/** Asks the top bar to open the limits and spend caps; it takes the wish away once they are open. */
export const limitsStore = createStore<{ wanted: boolean }>(() => ({ wanted: false }))

/** Opens the limits and spend caps. */
export function openLimits(): void {
  limitsStore.setState({ wanted: true })
}
