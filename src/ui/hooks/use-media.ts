import { useSyncExternalStore } from 'react'

/** From this width on, panels stand beside the main area; below it they are sheets. */
export const WIDE_SCREEN = '(min-width: 48rem)'

/** From this width on, the bar at the top has room for the areas; below it they stand at the bottom. */
export const ROOM_FOR_AREAS = '(min-width: 56.25rem)'

/** Whether a media query holds now, followed as it changes. */
export function useMedia(query: string): boolean {
  const matches = () => matchMedia(query).matches
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    matches,
    // The shell is drawn at build, by a window of a width of its own.
    matches,
  )
}
