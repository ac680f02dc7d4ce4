import { useLocation } from 'wouter'

import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { chatViewStore } from './chat-view-store.ts'
import { loadCompare, loadPresets } from './on-demand.ts'

/** What is done with a whole setup: keep it under a name, or put it beside another. */
export function SetupButtons() {
  const [, navigate] = useLocation()
  const compare = () =>
    loadCompare().then(
      ({ startFromConversation }) => {
        startFromConversation()
        navigate('/chat/compare')
      },
      () => showToast('This part of the page could not be fetched: is the service running?'),
    )
  return (
    <>
      <Button
        variant="ghost"
        onPointerEnter={() => void loadPresets().catch(() => undefined)}
        onClick={() => chatViewStore.setState({ presetsOpen: true })}
      >
        Presets
      </Button>
      <Button variant="ghost" onClick={() => void compare()}>
        Compare
      </Button>
    </>
  )
}
