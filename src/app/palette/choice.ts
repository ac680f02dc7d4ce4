import type { LucideIcon } from 'lucide-react'

import type { PaletteItem } from '../../core/palette/rank-items.ts'

/** A line of the palette with what it looks like and does. */
export interface Choice extends PaletteItem {
  icon: LucideIcon
  run: () => void
}
