import Compass from 'lucide-react/icons/compass'
import Image from 'lucide-react/icons/image'
import MessageSquare from 'lucide-react/icons/message-square'
import Wallet from 'lucide-react/icons/wallet'

import { AreaLinks } from './area-links.tsx'

const icons = { Chat: MessageSquare, Image, Wallet, Explore: Compass }

/** The areas at the bottom of a phone, where a thumb reaches them; not beside an open keyboard. */
export function TabBar() {
  return (
    <AreaLinks
      className="grid h-14 grid-cols-4 bg-surface-1 [@media(max-height:26rem)]:hidden"
      linkClassName="flex-col justify-center gap-0.5 text-xs aria-[current]:text-accent"
      icons={icons}
    />
  )
}
