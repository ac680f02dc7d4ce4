import { Button } from '../../../ui/controls/button.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'

/** Leads from the balance to what it is for. */
export function StartChatting({ variant }: { variant: 'primary' | 'plain' }) {
  const [, navigate] = useLocation()
  return (
    <Button variant={variant} onClick={() => navigate('/chat')}>
      Start chatting
    </Button>
  )
}
