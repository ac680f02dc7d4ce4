import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import { validateSettingsAlone } from '../../../core/chat/request/validate-request.ts'
import { settingAdvice } from '../../../core/chat/settings/setting-advice.ts'
import {
  countSet,
  issuesOf,
  notesOf,
  settingGroups,
  settingValue,
  withFix,
  withSetting,
} from '../../../core/chat/settings/settings-fields.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { useModels } from '../model/use-models.ts'
import { SettingRow } from './setting-row.tsx'

interface SettingGroupsProps {
  settings: JsonObject
  /** As written, suffixes included. */
  model: string
  connection: Connection | undefined
  onChange: (apply: (before: JsonObject) => JsonObject) => void
}

/** All settings of a request by group, for one of several that are sent side by side. */
export function SettingGroups({ settings, model: name, connection, onChange }: SettingGroupsProps) {
  const { models, mapping } = useModels(true, connection)
  const model = findModel(models, parseModelSuffix(name).id, mapping)
  const reading = validateSettingsAlone(settings)
  const issues = reading.ok ? [] : reading.issues
  return settingGroups.map(({ group, label, fields }) => {
    const count = countSet(settings, fields)
    return (
      <Disclosure
        key={group}
        open={group === 'common' || count > 0}
        summary={
          <>
            <span className="grow font-medium">{label}</span>
            {count > 0 && <span className="text-xs text-text-3">{count} set</span>}
          </>
        }
      >
        <ul className="flex flex-col pb-3 pl-2">
          {fields.map((field) => (
            <SettingRow
              key={field.path}
              field={field}
              value={settingValue(settings, field.path)}
              settings={settings}
              advice={settingAdvice(field.path, settingValue(settings, field.path), {
                settings,
                model,
              })}
              issues={issuesOf(issues, field.path)}
              notes={notesOf(reading.notes, field.path)}
              onChange={(value) => onChange((before) => withSetting(before, field.path, value))}
              onFix={(fix) => onChange((before) => withFix(before, fix))}
            />
          ))}
        </ul>
      </Disclosure>
    )
  })
}
