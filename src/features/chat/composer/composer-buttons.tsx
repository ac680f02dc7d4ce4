import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { useStore } from 'zustand'

import { chat } from '../../../page/chat.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { part, prefetch } from '../../../ui/feedback/part.tsx'
import { attachViewStore } from '../chat-view-store.ts'
import { showSettings, useSettingsOpen } from '../settings/use-settings-open.ts'

const ComposerMenu = part(() => import('../messages/messages.tsx'), 'ComposerMenu')

/** Opens the settings where they are closed, with how many are set. */
export function SettingsButton() {
  const changed = useStore(
    chat.conversation,
    // Not what every chat begins with.
    ({ conversation: { settings } }) =>
      Object.keys(settings).filter((name) => name !== 'stream').length,
  )
  if (useSettingsOpen()) return null
  return (
    <Button variant="ghost" title="Settings" className="px-1.5!" onClick={() => showSettings(true)}>
      <SlidersHorizontal size={16} aria-hidden />
      <span className="sr-only">Settings</span>
      {changed > 0 && (
        <span className="text-xs text-text-3">
          {changed}
          <span className="sr-only"> set</span>
        </span>
      )}
    </Button>
  )
}

/** What is done with the chat as a whole, and seldom. */
export function MoreButton() {
  const [button, setButton] = useState<HTMLElement>()
  return (
    <>
      <IconButton
        label="More for this chat"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <Ellipsis size={16} aria-hidden />
      </IconButton>
      {button !== undefined && (
        <ComposerMenu button={button} onClose={() => setButton(undefined)} />
      )}
    </>
  )
}

const prepareToAttach = () => prefetch(() => import('../attachments/attachments.ts'))

/** Opens what can be attached to the message being written. */
export function AttachButton() {
  return (
    <IconButton
      label="Attach"
      aria-haspopup="menu"
      onFocus={prepareToAttach}
      onPointerEnter={prepareToAttach}
      onClick={({ currentTarget }) => attachViewStore.setState({ open: { menuOf: currentTarget } })}
    >
      <Plus size={16} aria-hidden />
    </IconButton>
  )
}
