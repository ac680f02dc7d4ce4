import Ellipsis from 'lucide-react/icons/ellipsis'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { useStore } from 'zustand'

import { chat } from '../../../page/chat.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { useMedia } from '../../../ui/hooks/use-media.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { loadMessageItem } from '../lazy.ts'
import { showSettings, useSettingsOpen } from '../settings/use-settings-open.ts'

const ComposerMenu = lazyComponent(() => loadMessageItem().then((module) => module.ComposerMenu))

/** From this width on there is one row for all buttons beside an open settings panel. */
const ROOM_FOR_BUTTONS = '(min-width: 70rem)'

/** What is done with the chat as a whole; where there is no room most of it is in a menu. */
export function ComposerButtons() {
  return useMedia(ROOM_FOR_BUTTONS) ? (
    <>
      <SettingsButton />
      <SetupButtons />
    </>
  ) : (
    <>
      <SettingsButton />
      <MoreButton />
    </>
  )
}

/** Saves the configuration under a name, or compares it with another. */
function SetupButtons() {
  const [, navigate] = useLocation()
  return (
    <>
      <Button variant="ghost" onClick={() => chatViewStore.setState({ presetsOpen: true })}>
        Presets
      </Button>
      <Button variant="ghost" onClick={() => navigate('/chat/compare')}>
        Compare
      </Button>
    </>
  )
}

function SettingsButton() {
  const changed = useStore(
    chat.conversation,
    ({ conversation }) => Object.keys(conversation.settings).length,
  )
  if (useSettingsOpen()) return null
  return (
    <Button variant="ghost" onClick={() => showSettings(true)}>
      <SlidersHorizontal size={16} aria-hidden />
      <span className="sr-only sm:not-sr-only">Settings</span>
      {changed > 0 && (
        <span className="text-xs text-text-3">
          {changed}
          <span className="sr-only sm:not-sr-only"> set</span>
        </span>
      )}
    </Button>
  )
}

/** What a narrow screen has no room for as buttons. */
function MoreButton() {
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
        <ChunkBoundary>
          <ComposerMenu button={button} onClose={() => setButton(undefined)} />
        </ChunkBoundary>
      )}
    </>
  )
}
