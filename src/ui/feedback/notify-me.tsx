import { useState } from 'react'

import { Button } from '../controls/button.tsx'
import { showToast } from './toast.tsx'

interface NotifyMeProps {
  notices: { isOffered(): boolean; turnOn(): Promise<boolean> }
}

/** Offers notifications for what ends while the page is hidden. Nothing is asked before the press. */
export function NotifyMe({ notices }: NotifyMeProps) {
  const [isOffered, setOffered] = useState(() => notices.isOffered())
  if (!isOffered) return null
  const press = async () => {
    const isOn = await notices.turnOn()
    setOffered(notices.isOffered())
    showToast(isOn ? 'Notifications are on.' : 'Notifications are blocked by the browser.')
  }
  return (
    <Button variant="ghost" onClick={() => void press()}>
      Notify me when it ends
    </Button>
  )
}
