import { flushSync } from 'react-dom'

import { drawnGroups } from '../../../core/chat/groups/drawn-groups.ts'
import { GROUP_SIZE } from '../../../core/chat/groups/message-groups.ts'
import { drawInPlace } from './draw-in-place.ts'
import { whenIdle } from './when-idle.ts'

/** How far beyond the view groups are drawn, in heights of the view. */
const AHEAD = '250%'

/**
 * How many groups beyond are drawn and laid out while nobody scrolls and the page is idle, where the
 * reader was heading: some fifty screens. Not in browsers that would move what is read when something
 * above it changes.
 */
const IDLE_AHEAD = CSS.supports('overflow-anchor', 'auto') ? 4 : 0

/** Messages that are drawn in one idle moment. */
const DRAWN_WHEN_IDLE = 4

/** How many groups that were left may stay drawn until nobody scrolls. */
const LEFT_TO_RELEASE = 8

/** Messages of a group that are drawn in one frame, so that a reader who scrolls misses none. */
const DRAWN_AT_ONCE = 2

/** How long nobody scrolls, in ms, before the buttons of messages that came near and what is ahead are drawn. */
const CALM = 200

/** How many messages of a group are drawn, counted from the side where the reader is. */
export interface DrawnPart {
  from: 'start' | 'end'
  count: number
  /** Whether their buttons are drawn too. */
  actions: boolean
}

/** A group of which everything is drawn. */
export const WHOLE: DrawnPart = { from: 'start', count: GROUP_SIZE, actions: true }

/** Which groups are drawn in full, or are becoming it. */
export interface DrawnGroups {
  parts: ReadonlyMap<number, DrawnPart>
  /** The highest key that has been looked at: groups beyond are new. */
  known: number
}

/** The watch over the groups of a conversation. */
export interface GroupWatch {
  /** Follows one more group; returns the way to stop. */
  watch: (element: HTMLElement, key: number) => () => void
  stop: () => void
}

/**
 * Follows which groups of messages are near the view, with one observer for all. What came near is
 * drawn a few messages a frame, the nearest first; what is in view already, at once.
 */
export function watchGroups(
  scroller: HTMLElement,
  opened: DrawnGroups,
  onDrawn: (drawn: DrawnGroups) => void,
): GroupWatch {
  const elements = new Map<number, Element>()
  const keys = new WeakMap<Element, number>()
  const observed = new Set<Element>()
  const near = new Set<number>()
  const used = new Set<number>()
  let { parts, known } = opened
  let atOnce = DRAWN_AT_ONCE
  /** Once someone looked for words in the page. */
  let drawsAll = false
  let frame: number | undefined
  let calm: ReturnType<typeof setTimeout> | undefined
  let stopIdle: (() => void) | undefined
  let isHeadingUp = false
  let lastFromEnd = 0

  const isHeld = (key: number) => {
    const element = elements.get(key)
    return element !== undefined && (drawsAll || used.has(key) || isInUse(element))
  }
  const change = (next: ReadonlyMap<number, DrawnPart>) => {
    parts = next
    onDrawn({ parts, known })
  }
  const drawNext = () => {
    frame = undefined
    const undrawn = [...(drawsAll ? elements.keys() : near)].filter(
      (key) => (parts.get(key)?.count ?? 0) < GROUP_SIZE,
    )
    const next = nearestOf(scroller, elements, undrawn)
    if (next === undefined) {
      atOnce = DRAWN_AT_ONCE
      return
    }
    const { key, element, side } = next
    const part: DrawnPart = parts.get(key) ?? {
      from: side === 'below' ? 'start' : 'end',
      count: 0,
      actions: false,
    }
    const draw = (count: number) => change(new Map(parts).set(key, { ...part, count }))
    if (side === 'in view') drawInPlace(scroller, element, () => draw(GROUP_SIZE))
    else draw(part.count + atOnce)
    frame = requestAnimationFrame(drawNext)
  }
  /** The groups beside those near, the next one first, above or below. */
  const groupsBeside = (isAbove: boolean): AheadGroup[] => {
    const beside: AheadGroup[] = []
    const [first] = near
    let element = first === undefined ? undefined : elements.get(first)
    while (element !== undefined && beside.length < IDLE_AHEAD) {
      const next = isAbove ? element.previousElementSibling : element.nextElementSibling
      const key = next === null ? undefined : keys.get(next)
      if (key !== undefined && !near.has(key)) beside.push({ key, from: isAbove ? 'end' : 'start' })
      element = key === undefined ? undefined : elements.get(key)
    }
    return beside
  }
  /** The groups to draw before the reader comes there; at an end, those on the other side. */
  const groupsAhead = () =>
    [...groupsBeside(isHeadingUp), ...groupsBeside(!isHeadingUp)].slice(0, IDLE_AHEAD)
  /** Draws a message ahead of the reader, or releases a group that they left; then waits for the next moment. */
  const prepare = () => {
    stopIdle = undefined
    const ahead = groupsAhead()
    const next = ahead.find(({ key }) => (parts.get(key)?.count ?? 0) < GROUP_SIZE)
    if (next !== undefined) {
      const { key, from } = next
      const part = parts.get(key) ?? { from, count: 0, actions: false }
      const more = { ...part, count: part.count + DRAWN_WHEN_IDLE }
      // Within the idle moment.
      flushSync(() => change(new Map(parts).set(key, more)))
    } else {
      const stay = new Set(
        drawnGroups(
          [...parts.keys()],
          new Set([...near, ...ahead.map(({ key }) => key)]),
          isHeld,
          0,
        ),
      )
      const left = [...parts.keys()].find((key) => !stay.has(key))
      if (left === undefined) {
        scroller.setAttribute('data-prepared', '')
        return
      }
      flushSync(() => change(new Map([...parts].filter(([key]) => key !== left))))
    }
    prepareWhenIdle()
  }
  const prepareWhenIdle = () => {
    stopIdle ??= whenIdle(prepare)
  }
  const drawActions = () => {
    const next = [...near].flatMap((key) => entryOf(parts, key)).find(([, part]) => !part.actions)
    if (next === undefined) return prepareWhenIdle()
    const [key, part] = next
    change(new Map(parts).set(key, { ...part, actions: true }))
    afterScrolling()
  }
  const afterScrolling = () => {
    clearTimeout(calm)
    stopIdle?.()
    stopIdle = undefined
    calm = setTimeout(drawActions, CALM)
  }
  const onScroll = () => {
    const fromEnd = scroller.scrollHeight - scroller.scrollTop
    const moved = fromEnd - lastFromEnd
    // The browser keeps the place of the reader while something above it changes: nobody scrolls.
    if (Math.abs(moved) < 2) return
    isHeadingUp = moved > 0
    lastFromEnd = fromEnd
    afterScrolling()
  }
  /**
   * Observes the groups near the view and one beyond on each side, or all when none is near, as after a
   * jump: the browser asks of each that is observed in each frame.
   */
  const observeNear = () => {
    const sides = [...near].flatMap((key) => {
      const element = elements.get(key)
      return [element?.previousElementSibling, element, element?.nextElementSibling]
    })
    const wanted = new Set(near.size === 0 ? elements.values() : sides)
    for (const element of elements.values()) {
      if (wanted.has(element) === observed.has(element)) continue
      if (observed.delete(element)) observer.unobserve(element)
      else {
        observed.add(element)
        observer.observe(element)
      }
    }
  }
  const observer = new IntersectionObserver(
    (entries) => {
      const changed = entries.filter(({ target, isIntersecting }) => {
        const key = keys.get(target)
        return key !== undefined && (isIntersecting !== near.has(key) || key > known)
      })
      if (changed.length === 0) return
      const drawn = new Map(parts)
      for (const { target, isIntersecting } of changed) {
        const key = keys.get(target)
        if (key === undefined) continue
        if (isIntersecting) near.add(key)
        else near.delete(key)
        // What is new stands where someone acts, and was drawn when it came.
        if (isIntersecting && key > known) drawn.set(key, WHOLE)
        known = Math.max(known, key)
      }
      observeNear()
      const stay = drawnGroups([...drawn.keys()], near, isHeld, IDLE_AHEAD + LEFT_TO_RELEASE)
      change(new Map(stay.flatMap((key) => entryOf(drawn, key))))
      frame ??= requestAnimationFrame(drawNext)
      afterScrolling()
    },
    { root: scroller, rootMargin: `${AHEAD} 0px` },
  )
  // What someone worked in keeps what they opened and wrote there.
  const onUse = ({ target }: Event) => {
    const group = target instanceof Element ? target.closest('.message-group') : null
    const key = group === null ? undefined : keys.get(group)
    if (key !== undefined) used.add(key)
  }
  // Find-in-page marks the elements in which it found something: none is replaced afterwards.
  const onKey = (event: KeyboardEvent) => {
    if (!opensFind(event)) return
    drawsAll = true
    atOnce = GROUP_SIZE
    frame ??= requestAnimationFrame(drawNext)
  }
  scroller.addEventListener('scroll', onScroll, { passive: true })
  scroller.addEventListener('click', onUse)
  scroller.addEventListener('input', onUse)
  addEventListener('keydown', onKey)
  return {
    watch(element, key) {
      elements.set(key, element)
      keys.set(element, key)
      observed.add(element)
      observer.observe(element)
      return () => {
        observed.delete(element)
        observer.unobserve(element)
        elements.delete(key)
        near.delete(key)
        observeNear()
      }
    },
    stop() {
      observer.disconnect()
      scroller.removeAttribute('data-prepared')
      if (frame !== undefined) cancelAnimationFrame(frame)
      clearTimeout(calm)
      stopIdle?.()
      scroller.removeEventListener('scroll', onScroll)
      scroller.removeEventListener('click', onUse)
      scroller.removeEventListener('input', onUse)
      removeEventListener('keydown', onKey)
    },
  }
}

function entryOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): [Key, Value][] {
  const value = map.get(key)
  return value === undefined ? [] : [[key, value]]
}

/** A group to draw, and the side from which. */
interface AheadGroup extends Pick<DrawnPart, 'from'> {
  key: number
}

interface NearGroup {
  key: number
  element: Element
  side: 'above' | 'in view' | 'below'
}

function nearestOf(
  scroller: Element,
  elements: ReadonlyMap<number, Element>,
  keys: readonly number[],
): NearGroup | undefined {
  const view = scroller.getBoundingClientRect()
  let nearest: (NearGroup & { away: number }) | undefined
  for (const [key, element] of keys.flatMap((each) => entryOf(elements, each))) {
    const box = element.getBoundingClientRect()
    const [above, below] = [view.top - box.bottom, box.top - view.bottom]
    const away = Math.max(above, below)
    const side = away <= 0 ? 'in view' : above > below ? 'above' : 'below'
    if (nearest === undefined || away < nearest.away) nearest = { key, element, side, away }
  }
  return nearest
}

function opensFind({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'F3' || ((ctrlKey || metaKey) && /^[fg]$/i.test(key))
}

/** Whether something in an element has the focus or is selected, is being edited or received. */
function isInUse(element: Element): boolean {
  const selection = getSelection()
  return (
    element.contains(document.activeElement) ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(element, true)) ||
    element.querySelector('[data-editing], [data-live]') !== null
  )
}
