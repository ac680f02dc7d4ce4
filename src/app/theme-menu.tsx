import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useStore } from 'zustand'

import type { Theme } from '../core/storage/settings/settings.ts'
import { settings } from '../page/settings.ts'
import { Menu, type MenuItem } from '../ui/overlays/menu.tsx'

const icons = { system: Monitor, light: Sun, dark: Moon }
const names: readonly [Theme, string][] = [
  ['system', 'System theme'],
  ['light', 'Light theme'],
  ['dark', 'Dark theme'],
]

/** The choice of theme. */
export function ThemeMenu() {
  const theme = useStore(settings.store, (state) => state.theme)
  const Icon = icons[theme]
  return <Menu label="Theme" icon={<Icon size={16} aria-hidden />} items={themeItems(theme)} />
}

/** The three themes as lines of a menu. */
export function themeItems(current: Theme): MenuItem[] {
  return names.map(([theme, label]) => {
    const Icon = icons[theme]
    return {
      label,
      icon: <Icon size={14} aria-hidden />,
      checked: theme === current,
      onSelect: () => settings.save({ theme }),
    }
  })
}
