interface Placing {
  align?: 'start' | 'end'
  /** px. */
  minWidth?: number
}

/** What keeps each popover beside its anchor while the page changes its size. */
const followers = new WeakMap<HTMLElement, AbortController>()

/**
 * Puts a shown popover below its anchor, or above it where there is more room, inside the viewport;
 * again when that changes: a phone is turned, a keyboard opens.
 */
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
