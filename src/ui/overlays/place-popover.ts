/**
 * Puts a shown popover below its anchor, or above it where there is more room, inside the viewport.
 * All lengths in px.
 */
export function placePopover(
  anchor: HTMLElement,
  popover: HTMLElement,
  { align = 'start', minWidth = 0 }: { align?: 'start' | 'end'; minWidth?: number } = {},
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
