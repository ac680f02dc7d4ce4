import Ellipsis from 'lucide-react/icons/ellipsis'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { IconButton } from '../../../ui/controls/button.tsx'

/** The message whose further actions are shown, and the button they are shown at. */
export const messageMenuStore = createStore<{
  target: { messageId: string; anchor: HTMLElement } | undefined
}>(() => ({ target: undefined }))

/** Opens the further actions of a message: one menu serves all of them, see `message-menu.tsx`. */
export function MessageMenuButton({ messageId }: { messageId: string }) {
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
