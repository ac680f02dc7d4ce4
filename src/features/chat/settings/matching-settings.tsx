import type { ReactNode } from 'react'

import { searchSettings } from '../../../core/chat/settings/setting-advice.ts'
import type { SettingField, SettingGroup } from '../../../core/chat/settings/settings-fields.ts'

interface MatchingSettingsProps {
  groups: readonly SettingGroup[]
  searched: string
  row: (field: SettingField) => ReactNode
}

/** The settings that a search finds, best first. */
export function MatchingSettings({ groups, searched, row }: MatchingSettingsProps) {
  const found = searchSettings(groups, searched)
  return found.length > 0 ? (
    <ul aria-label="Matching settings">{found.map(row)}</ul>
  ) : (
    <p className="p-4 text-center text-text-3">
      No matching settings. To send any other field, switch to JSON.
    </p>
  )
}
