import { flushSync } from 'react-dom'

import {
  drawActions,
  type Drawing,
  drawMore,
  GROUP_SIZE,
  looked,
  prepare,
  toDraw,
  toWatch,
  withOrder,
} from '../../../core/chat/groups/message-groups.ts'

/** How far beyond the view groups are drawn, in heights of the view. */
const NEAR = '250%'

/** Groups drawn ahead where the reader was heading. Not in browsers that would move what is read. */
const AHEAD = CSS.supports('overflow-anchor', 'auto') ? 4 : 0

/** Messages of a group that are drawn in one frame, so that a reader who scrolls misses none. */
const DRAWN_AT_ONCE = 2

/** How long nobody scrolls, in ms, before the buttons of messages that came near and what is ahead are drawn. */
const CALM = 200

/** The watch over the groups of a conversation. */
export interface GroupWatch {
  /** Follows the groups that are in the page now: after each change of which those are. */
  follow: () => void
  stop: () => void
}

/** Does what `core/chat/groups/message-groups.ts` says: in the next frames, after scrolling, once idle. */
export function watchGroups(
  scroller: HTMLElement,
  opened: Drawing,
  onDrawn: (drawing: Drawing) => void,
): GroupWatch {
  let drawing = opened
  let elements: ReadonlyMap<number, Element> = new Map()
  let frame: number | undefined
  /** Stops what waits for a reader who rests. */
  let stopWaiting = () => {}
  let lastFromEnd = 0

  const change = (next: Drawing) => {
    drawing = next
    onDrawn(next)
  }
  const drawNext = () => {
    frame = undefined
    const next = nearestOf(scroller, elements, toDraw(drawing))
    if (next === undefined) return
    const { key, element, away, isBelow } = next
    const draw = (count: number) => change(drawMore(drawing, key, isBelow ? 'start' : 'end', count))
    if (away <= 0) drawInPlace(scroller, element, () => draw(GROUP_SIZE))
    else draw(drawing.drawsAll ? GROUP_SIZE : DRAWN_AT_ONCE)
    frame = requestAnimationFrame(drawNext)
  }
  const isInUse = (key: number) => isUsed(elements.get(key))
  const prepareWhenIdle = () => {
    stopWaiting = whenIdle(() => {
      const next = prepare(drawing, isInUse, AHEAD)
      if (next === drawing) return scroller.setAttribute('data-prepared', '')
      // Within the idle moment.
      flushSync(() => change(next))
      return prepareWhenIdle()
    })
  }
  const afterScrolling = () => {
    stopWaiting()
    const timer = setTimeout(() => {
      const next = drawActions(drawing)
      if (next === drawing) return prepareWhenIdle()
      change(next)
      return afterScrolling()
    }, CALM)
    stopWaiting = () => clearTimeout(timer)
  }
  const onScroll = () => {
    const fromEnd = scroller.scrollHeight - scroller.scrollTop
    const moved = fromEnd - lastFromEnd
    // The browser keeps the place of the reader while something above it changes: nobody scrolls.
    if (Math.abs(moved) < 2) return
    lastFromEnd = fromEnd
    drawing = { ...drawing, isHeadingUp: moved > 0 }
    afterScrolling()
  }
  const observe = () => {
    const wanted = new Set(toWatch(drawing))
    for (const [key, element] of elements)
      if (wanted.has(key)) observer.observe(element)
      else observer.unobserve(element)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = new Map(entries.map((entry) => [keyOf(entry.target), entry.isIntersecting]))
      const next = looked(drawing, seen, isInUse, AHEAD)
      if (next === drawing) return
      change(next)
      observe()
      frame ??= requestAnimationFrame(drawNext)
      afterScrolling()
    },
    { root: scroller, rootMargin: `${NEAR} 0px` },
  )
  // What someone worked in keeps what they opened and wrote there.
  const onUse = ({ target }: Event) => {
    const group = target instanceof Element ? target.closest('[data-group]') : null
    group?.setAttribute('data-used', '')
  }
  // Find-in-page marks the elements in which it found something: none is replaced afterwards.
  const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key !== 'F3' && !((ctrlKey || metaKey) && /^[fg]$/i.test(key))) return
    drawing = { ...drawing, drawsAll: true }
    frame ??= requestAnimationFrame(drawNext)
  }
  const listening = new AbortController()
  const { signal } = listening
  scroller.addEventListener('scroll', onScroll, { passive: true, signal })
  scroller.addEventListener('click', onUse, { signal })
  scroller.addEventListener('input', onUse, { signal })
  addEventListener('keydown', onKey, { signal })
  return {
    follow() {
      const groups = scroller.querySelectorAll(':scope > * > [data-group]')
      elements = new Map([...groups].map((element) => [keyOf(element), element]))
      drawing = withOrder(drawing, [...elements.keys()])
      observe()
    },
    stop() {
      observer.disconnect()
      scroller.removeAttribute('data-prepared')
      if (frame !== undefined) cancelAnimationFrame(frame)
      stopWaiting()
      listening.abort()
    },
  }
}

function keyOf(element: Element): number {
  return Number(element.getAttribute('data-group'))
}

/** Of some groups the one nearest to the view: `away` is how far, px, and not positive within it. */
function nearestOf(
  scroller: Element,
  elements: ReadonlyMap<number, Element>,
  keys: readonly number[],
) {
  const view = scroller.getBoundingClientRect()
  const groups = keys.flatMap((key) => {
    const element = elements.get(key)
    if (element === undefined) return []
    const box = element.getBoundingClientRect()
    const [above, below] = [view.top - box.bottom, box.top - view.bottom]
    return { key, element, away: Math.max(above, below), isBelow: below > above }
  })
  return groups.toSorted((a, b) => a.away - b.away)[0]
}

/**
 * Draws messages that are in view as text, as they are after a jump, without moving what is read:
 * the same share of the message at the top of the view stays above it.
 */
function drawInPlace(scroller: Element, group: Element, draw: () => void): void {
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
  if (before === undefined || drawn === undefined) return
  const after = drawn.getBoundingClientRect()
  // Of a message that begins below the top of the view, its beginning stays where it is.
  const share = Math.max(0, top - before.top) / before.height
  scroller.scrollTop += after.top + share * after.height - Math.max(top, before.top)
}

/** Whether someone worked in a group, has the focus or a selection there, or edits or receives something. */
function isUsed(group: Element | undefined): boolean {
  const selection = getSelection()
  if (group === undefined) return false
  return (
    group.hasAttribute('data-used') ||
    group.contains(document.activeElement) ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(group, true)) ||
    group.querySelector('[data-editing], [data-live]') !== null
  )
}

/** Runs something once the page is idle, after `patience` ms at the latest. Returns how to cancel it. */
export function whenIdle(run: () => void, patience?: number): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 1)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, patience === undefined ? {} : { timeout: patience })
  return () => cancelIdleCallback(id)
}
