import { useCallback, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Props for a button and its popover, which the browser closes. `onShow` is called once it is placed. */
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

interface Placing {
  align?: 'start' | 'end'
  /** px. */
  minWidth?: number
}

/** What keeps each popover beside its anchor while the page changes its size. */
const followers = new WeakMap<HTMLElement, AbortController>()

/** Puts a shown popover below its anchor, or above where there is more room; again on resize. */
export function placePopover(
  anchor: HTMLElement,
  popover: HTMLElement,
  placing: Placing = {},
): void {
  place(anchor, popover, placing)
  followers.get(popover)?.abort()
  const follower = new AbortController()
  followers.set(popover, follower)
  const follow = () =>
    popover.matches(':popover-open') ? place(anchor, popover, placing) : follower.abort()
  addEventListener('resize', follow, { signal: follower.signal })
}

function place(
  anchor: HTMLElement,
  popover: HTMLElement,
  { align = 'start', minWidth = 0 }: Placing,
): void {
  const edge = 8
  const gap = 4
  const box = anchor.getBoundingClientRect()
  const below = innerHeight - box.bottom - gap - edge
  const above = box.top - gap - edge
  const { style } = popover
  style.inset = 'auto'
  style.margin = '0'
  if (minWidth > 0) style.minWidth = `${Math.min(minWidth, innerWidth - 2 * edge)}px`
  style.maxWidth = `${innerWidth - 2 * edge}px`
  style.maxHeight = ''
  const goesBelow = below >= popover.offsetHeight || below >= above
  style.maxHeight = `${Math.max(goesBelow ? below : above, 80)}px`
  if (goesBelow) style.top = `${box.bottom + gap}px`
  else style.bottom = `${innerHeight - box.top + gap}px`
  const left = align === 'start' ? box.left : box.right - popover.offsetWidth
  style.left = `${Math.max(edge, Math.min(left, innerWidth - popover.offsetWidth - edge))}px`
}
