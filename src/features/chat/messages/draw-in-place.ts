import { flushSync } from 'react-dom'

/**
 * Draws messages that are in view as text, as they are after a jump, without moving what is read:
 * the same share of the message at the top of the view stays above it.
 */
export function drawInPlace(scroller: Element, group: Element, draw: () => void): void {
  const { top } = scroller.getBoundingClientRect()
  const read = [...group.querySelectorAll('[data-message]')].find(
    (message) => message.getBoundingClientRect().bottom > top,
  )
  const before = read?.getBoundingClientRect()
  flushSync(draw)
  const id = read?.getAttribute('data-message')
  const drawn = [...group.querySelectorAll('[data-message]')].find(
    (message) => message.getAttribute('data-message') === id,
  )
  if (before === undefined || drawn === undefined || before.top > top) return
  const after = drawn.getBoundingClientRect()
  const share = (top - before.top) / before.height
  scroller.scrollTop += after.top + share * after.height - top
}
