import { Button } from '../../ui/controls/button.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'
import { chatViewStore } from './chat-view-store.ts'

/** What is done with a whole setup: keep it under a name, or put it beside another. */
export function SetupButtons() {
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
