import Compass from 'lucide-react/icons/compass'
import Grid from 'lucide-react/icons/grid-2x2-check'
import Image from 'lucide-react/icons/image'
import MessageSquare from 'lucide-react/icons/message-square'
import Wallet from 'lucide-react/icons/wallet'

import { useKeyboardOpen } from '../ui/hooks/use-keyboard-open.ts'
import { AreaLinks } from './area-links.tsx'

const icons = { Chat: MessageSquare, Image, Evaluate: Grid, Wallet, Explore: Compass }

/** The areas at the bottom of a narrow window, where a thumb reaches them; the message has their room while a keyboard is open. */
export function TabBar() {
  if (useKeyboardOpen()) return null
  return (
    <AreaLinks
      className="grid h-14 grid-cols-5 bg-surface-1 whitespace-nowrap low:h-11"
      linkClassName="flex-col justify-center gap-0.5 text-xs aria-[current]:text-accent! low:flex-row low:gap-1.5 low:max-sm:[&>svg]:hidden"
      icons={icons}
    />
  )
}
