import { useState } from 'react'
import { useStore } from 'zustand'

import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { readSettings } from '../conversation/chat-request.ts'
import { conversationStore, setSettings } from '../conversation/conversation-store.ts'
import { SettingRow } from './setting-row.tsx'
import {
  countSet,
  issuesOf,
  notesOf,
  settingGroups,
  settingValue,
  withFix,
  withSetting,
} from './settings-fields.ts'

/** Every field of the request: unset is not sent, set is marked, and each can be reset. */
export function SettingsPanel() {
  const settings = useStore(conversationStore, ({ conversation }) => conversation.settings)
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set(['common']))
  const reading = readSettings(settings)
  const issues = reading.ok ? [] : reading.issues
  const resetAll = () => {
    setSettings({})
    showToast('All settings reset: nothing but model and messages is sent', {
      label: 'Undo',
      run: () => setSettings(settings),
    })
  }
  return (
    <Sheet
      title="Settings"
      onClose={() => chatViewStore.setState({ settingsOpen: false })}
      className="w-88 border-l"
      actions={
        <Button variant="ghost" disabled={Object.keys(settings).length === 0} onClick={resetAll}>
          Reset all
        </Button>
      }
    >
      <div className="flex flex-col p-2">
        {settingGroups.map(({ group, label, fields }) => {
          const count = countSet(settings, fields)
          const faulty = fields.some(({ path }) => issuesOf(issues, path).length > 0)
          return (
            <Disclosure
              key={group}
              open={openGroups.has(group) || faulty}
              onToggle={(open) => setOpenGroups(toggled(openGroups, group, open))}
              summary={
                <>
                  <span className="grow font-medium">{label}</span>
                  {count > 0 && <span className="text-xs text-text-3">{count} set</span>}
                </>
              }
            >
              {openGroups.has(group) || faulty ? (
                <ul className="flex flex-col pb-3 pl-2">
                  {fields.map((field) => (
                    <SettingRow
                      key={field.path}
                      field={field}
                      value={settingValue(settings, field.path)}
                      issues={issuesOf(issues, field.path)}
                      notes={notesOf(reading.notes, field.path)}
                      onChange={(value) => setSettings(withSetting(settings, field.path, value))}
                      onFix={(fix) => setSettings(withFix(settings, fix))}
                    />
                  ))}
                </ul>
              ) : null}
            </Disclosure>
          )
        })}
      </div>
    </Sheet>
  )
}

function toggled(set: ReadonlySet<string>, group: string, open: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (open) next.add(group)
  else next.delete(group)
  return next
}
