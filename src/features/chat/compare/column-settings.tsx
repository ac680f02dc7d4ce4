import { useStore } from 'zustand'

import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import { systemOf, withSystem } from '../../../core/chat/compare/columns.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import { updateLinked } from '../../../core/chat/compare/comparison.ts'
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
import { chat } from '../../../page/chat.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useModels } from '../model/use-models.ts'
import { SettingRow } from '../settings/setting-row.tsx'
import { useColumnConnection } from './use-column-connection.ts'

interface ColumnSettingsProps {
  column: CompareColumn
  number: number
  onClose: () => void
}

/** The settings of a column. While columns are linked, one change is made in all of them. */
export function ColumnSettings({ column, number, onClose }: ColumnSettingsProps) {
  const linked = useStore(chat.comparison, (state) => state.linked)
  const { id, settings } = column.conversation
  const { models, mapping } = useModels(true, useColumnConnection(column))
  const model = findModel(models, parseModelSuffix(column.conversation.model).id, mapping)
  const reading = validateSettingsAlone(settings)
  const issues = reading.ok ? [] : reading.issues
  const change = (apply: (before: typeof settings) => typeof settings) =>
    updateLinked(chat, id, (now) => ({
      ...now,
      conversation: { ...now.conversation, settings: apply(now.conversation.settings) },
    }))
  return (
    <Dialog
      title={linked ? 'Settings of all columns' : `Settings of column ${number}`}
      size="large"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-text-2">
          {linked
            ? 'Changes apply to all columns. Choose Separate to edit one at a time.'
            : `Changes apply to column ${number} only. Choose Linked to edit all at once.`}
        </p>
        <div className="flex flex-col gap-1">
          <span aria-hidden>System message</span>
          <TextArea
            aria-label="System message"
            value={systemOf(column)}
            rows={2}
            placeholder="Instructions for the model"
            onChange={({ target: { value } }) =>
              updateLinked(chat, id, (now) => withSystem(chat.client.world, now, value))
            }
            className="max-h-40"
          />
        </div>
        {settingGroups.map(({ group, label, fields }) => {
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
                    onChange={(value) => change((before) => withSetting(before, field.path, value))}
                    onFix={(fix) => change((before) => withFix(before, fix))}
                  />
                ))}
              </ul>
            </Disclosure>
          )
        })}
      </div>
    </Dialog>
  )
}
