import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import Share2 from 'lucide-react/icons/share-2'
import { useStore } from 'zustand'

import { settings } from '../page/settings.ts'
import { Menu } from '../ui/overlays/menu.tsx'
import { showDialog } from './shell-store.ts'
import { themeItems } from './theme-menu.tsx'

/** What has no room in the bar of a phone. */
export function MoreMenu() {
  const theme = useStore(settings.store, (state) => state.theme)
  return (
    <Menu
      label="More"
      icon={<Ellipsis size={16} aria-hidden />}
      items={[
        {
          label: 'Share',
          icon: <Share2 size={14} aria-hidden />,
          onSelect: () => showDialog('share'),
        },
        {
          label: 'Help',
          icon: <CircleHelp size={14} aria-hidden />,
          onSelect: () => showDialog('shortcuts'),
        },
        ...themeItems(theme),
      ]}
    />
  )
}
