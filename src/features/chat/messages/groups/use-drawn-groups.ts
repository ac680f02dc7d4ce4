import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

import type { MessageGroup } from '../../../../core/chat/conversation/groups/message-groups.ts'
import { estimateHeight } from './message-text.ts'
import {
  watchGroups,
  WHOLE,
  type DrawnGroups,
  type DrawnPart,
  type GroupWatch,
} from './watch-groups.ts'
import { whenIdle } from './when-idle.ts'

/** So much of the end is drawn at once when a conversation opens, px: more than most screens. */
const FIRST_SCREEN = 1200

/** Groups that are filled with their text in one idle moment. */
const FILLED_AT_ONCE = 2

interface DrawnGroupsView {
  shownAs: (group: MessageGroup, index: number) => DrawnPart | 'nothing' | 'text'
  watch: GroupWatch['watch']
}

/**
 * How each group is shown. A conversation opens with the last of its messages; the others are filled
 * with their text from the end while the page is idle, and drawn in full before the reader comes near.
 */
export function useDrawnGroups(
  scroller: RefObject<HTMLElement | null>,
  groups: readonly MessageGroup[],
): DrawnGroupsView {
  const [drawn, setDrawn] = useState(() => firstScreen(groups))
  const [opened] = useState(drawn)
  const watcher = useRef<GroupWatch>(undefined)
  const watch = useCallback(
    (element: HTMLElement, key: number) => {
      const root = scroller.current
      if (root === null) return () => undefined
      watcher.current ??= watchGroups(root, opened, setDrawn)
      return watcher.current.watch(element, key)
    },
    [scroller, opened],
  )
  useEffect(
    () => () => {
      watcher.current?.stop()
      watcher.current = undefined
    },
    [],
  )
  const missing = useMissing(groups.length - opened.parts.size)
  const last = groups.length - 1
  return {
    watch,
    shownAs: ({ key }, index) => {
      // What was not looked at yet is new, and stands where someone acts.
      if (index === last || key > drawn.known) return WHOLE
      return drawn.parts.get(key) ?? (index < missing ? 'nothing' : 'text')
    },
  }
}

function firstScreen(groups: readonly MessageGroup[]): DrawnGroups {
  let height = 0
  const above = groups.findLastIndex(({ messages }) => {
    const enough = height >= FIRST_SCREEN
    height += estimateHeight(messages)
    return enough
  })
  return {
    parts: new Map(groups.slice(above + 1).map(({ key }) => [key, WHOLE])),
    known: groups.at(-1)?.key ?? -1,
  }
}

/** How many groups, counted from the first, still wait for the page to be idle. */
function useMissing(atFirst: number): number {
  const [missing, setMissing] = useState(atFirst)
  useEffect(() => {
    if (missing <= 0) return undefined
    return whenIdle(() => setMissing(missing - FILLED_AT_ONCE), PATIENCE)
  }, [missing])
  return missing
}

/** Longest the next groups wait for an idle page, in ms. */
const PATIENCE = 200
