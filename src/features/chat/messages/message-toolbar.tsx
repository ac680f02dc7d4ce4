import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { Role } from '../../../../contract/chat/messages.ts'
import { moveFocus, ROW } from '../../../ui/hooks/arrow-keys.ts'
import { ROLE_NAMES } from './message-frame.tsx'
import { MessageMenuButton } from './message-menu-button.tsx'

interface MessageToolbarProps {
  from: Role
  messageId: string
  isLast: boolean
  /** Seen without being pointed at or focused. */
  stays?: boolean
  children: ReactNode
}

/** The message whose actions Tab leads to; none was used yet: those of the last message. */
const toolbarStore = createStore<{ messageId: string | undefined }>(() => ({
  messageId: undefined,
}))

/** Whether the actions of messages are drawn: not while someone scrolls past them. */
export const ActionsDrawn = createContext(true)

/**
 * The actions of a message, its menu the last of them. All toolbars of the conversation together are one stop of the Tab key:
 * left and right go through one message's actions, up and down to those of its neighbours.
 */
export function MessageToolbar(props: MessageToolbarProps) {
  const drawn = use(ActionsDrawn)
  return drawn || props.stays ? <Toolbar {...props} /> : <span className="message-toolbar" />
}

function Toolbar({ from, messageId, isLast, stays = false, children }: MessageToolbarProps) {
  const toolbar = useRef<HTMLSpanElement>(null)
  const isStop = useStore(toolbarStore, (state) =>
    state.messageId === undefined ? isLast : state.messageId === messageId,
  )
  useLayoutEffect(() => {
    if (toolbar.current) placeStop(toolbar.current, isStop)
  })
  useEffect(
    () => () => {
      if (toolbarStore.getState().messageId === messageId)
        toolbarStore.setState({ messageId: undefined })
    },
    [messageId],
  )
  return (
    <span
      ref={toolbar}
      role="toolbar"
      tabIndex={-1}
      aria-label={`${ROLE_NAMES[from]} message actions`}
      data-stays={stays || undefined}
      onFocus={({ currentTarget }) => {
        toolbarStore.setState({ messageId })
        placeStop(currentTarget, true)
      }}
      onKeyDown={onKeyDown}
      className="message-toolbar"
    >
      {children}
      <MessageMenuButton messageId={messageId} />
    </span>
  )
}

function buttonsOf(toolbar: Element): HTMLButtonElement[] {
  return [...toolbar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
}

/** One button at most can be reached by Tab: the one with the focus, else the first. */
function placeStop(toolbar: HTMLElement, isStop: boolean): void {
  const buttons = buttonsOf(toolbar)
  const focused = buttons.find((button) => button === document.activeElement)
  const stop = isStop ? (focused ?? buttons.find(({ tabIndex }) => tabIndex === 0)) : undefined
  for (const button of toolbar.querySelectorAll('button')) button.tabIndex = -1
  const reachable = isStop ? (stop ?? buttons[0]) : undefined
  if (reachable) reachable.tabIndex = 0
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if (moveFocus(event, buttonsOf(currentTarget), { steps: ROW, isRound: true })) return
  const by = { ArrowUp: -1, ArrowDown: 1 }[key]
  const next = by && inNeighbour(currentTarget, by)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function inNeighbour(toolbar: HTMLElement, by: number): HTMLButtonElement | undefined {
  const all = [
    ...(toolbar.closest('[role=log]')?.querySelectorAll<HTMLElement>('[role=toolbar]') ?? []),
  ]
  const neighbour = all[all.indexOf(toolbar) + by]
  return neighbour && buttonsOf(neighbour)[0]
}
