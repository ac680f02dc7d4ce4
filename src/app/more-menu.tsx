import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Search from 'lucide-react/icons/search'
import Share2 from 'lucide-react/icons/share-2'
import Sun from 'lucide-react/icons/sun'
import { useStore } from 'zustand'

import type { Theme } from '../core/storage/settings/settings.ts'
import { settings } from '../page/client.ts'
import { useMedia, WIDE_SCREEN } from '../ui/hooks/use-media.ts'
import { type MenuItem, OpenedMenu } from '../ui/overlays/menu.tsx'
import { showDialog } from './shell-store.ts'

const themes: readonly [Theme, label: string, icon: typeof Sun][] = [
  ['system', 'System theme', Monitor],
  ['light', 'Light theme', Sun],
  ['dark', 'Dark theme', Moon],
]

interface MoreMenuProps {
  button: HTMLElement
  onClose: () => void
}

/** What has no button in the top bar: the theme, the shortcuts, and on a phone Search and Share. */
export function MoreMenu({ button, onClose }: MoreMenuProps) {
  const current = useStore(settings.store, (state) => state.theme)
  const isWide = useMedia(WIDE_SCREEN)
  const onPhone: MenuItem[] = [
    {
      label: 'Search',
      icon: <Search size={14} aria-hidden />,
      onSelect: () => showDialog('commands'),
    },
    { label: 'Share', icon: <Share2 size={14} aria-hidden />, onSelect: () => showDialog('share') },
  ]
  const items: MenuItem[] = [
    ...(isWide ? [] : onPhone),
    ...themes.map(([theme, label, Icon]) => ({
      label,
      icon: <Icon size={14} aria-hidden />,
      checked: theme === current,
      onSelect: () => settings.save({ theme }),
    })),
    {
      label: 'Keyboard shortcuts',
      icon: <CircleHelp size={14} aria-hidden />,
      onSelect: () => showDialog('shortcuts'),
    },
  ]
  return <OpenedMenu button={button} label="More" items={items} align="end" onClose={onClose} />
}
