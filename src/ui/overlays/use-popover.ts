import { useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { placePopover } from './place-popover.ts'

/**
 * Props for a button and for the popover it opens next to itself. The browser closes it on Esc and
 * on a press outside and gives the focus back. `onShow` is called once it is in place.
 */
export function usePopover(
  onShow?: (popover: HTMLElement) => void,
  align: 'start' | 'end' = 'start',
) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLElement>(null)
  // A press on the button of an open popover closes it before the click, which must not reopen it.
  const wasOpen = useRef(false)
  const [open, setOpen] = useState(false)
  const setPopover = useCallback((element: HTMLElement | null) => {
    popover.current = element
  }, [])

  const show = () => {
    const closes = wasOpen.current
    wasOpen.current = false
    if (closes || popover.current === null || button.current === null) return
    // What is drawn only while it is open must be there to be placed and to take the focus.
    flushSync(() => setOpen(true))
    popover.current.showPopover()
    placePopover(button.current, popover.current, { align })
    onShow?.(popover.current)
  }

  return {
    open,
    hide: () => popover.current?.hidePopover(),
    buttonProps: {
      ref: button,
      'aria-expanded': open,
      'aria-controls': id,
      onPointerDown: () => {
        wasOpen.current = open
      },
      onClick: show,
    },
    popoverProps: {
      ref: setPopover,
      id,
      popover: 'auto' as const,
      onToggle: (event: { newState: string }) => setOpen(event.newState === 'open'),
    },
  }
}
