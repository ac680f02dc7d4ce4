import Ellipsis from 'lucide-react/icons/ellipsis'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { Role } from '../../../../contract/chat/messages.ts'
import { branchConversation } from '../../../core/chat/conversation/branch-conversation.ts'
import { chat } from '../../../page/chat.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { moveFocus, ROW } from '../../../ui/hooks/arrow-keys.ts'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { ROLE_NAMES } from './message-frame.tsx'

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

/** The message whose further actions are shown, and the button they are shown at. */
export const messageMenuStore = createStore<{
  target: { messageId: string; anchor: HTMLElement } | undefined
}>(() => ({ target: undefined }))

/** Opens the further actions of a message: one menu serves all of them, see `message-menu.tsx`. */
function MessageMenuButton({ messageId }: { messageId: string }) {
  const open = useStore(messageMenuStore, ({ target }) => target?.messageId === messageId)
  // A press on the button of the open menu closes it before the click, which must not reopen it.
  const wasOpen = useRef(false)
  return (
    <IconButton
      label="More actions"
      aria-haspopup="menu"
      aria-expanded={open}
      onPointerDown={() => {
        wasOpen.current = open
      }}
      onClick={({ currentTarget }) => {
        if (!wasOpen.current)
          messageMenuStore.setState({ target: { messageId, anchor: currentTarget } })
        wasOpen.current = false
      }}
    >
      <Ellipsis size={14} aria-hidden />
    </IconButton>
  )
}

/** Opens a copy of the conversation up to and with a message; the original stays. */
export function useBranch(messageId: string): () => void {
  const [, navigate] = useLocation()
  return () => {
    branchConversation(chat, messageId).then(
      (id) => id !== undefined && navigate(`/chat/${id}`),
      () => showToast("Couldn't save the branch"),
    )
  }
}
