import { useState } from 'react'
import { useStore } from 'zustand'

import type { RuleFix } from '../../../../contract/chat/request/request-rules.ts'
import type { FieldGroup } from '../../../../contract/field-rule.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { setModel, setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { standingFaults } from '../../../core/chat/settings/service-faults.ts'
import {
  countSet,
  issuesOf,
  notesOf,
  settingGroupsOf,
  settingValue,
  unknownSettings,
  withFix,
  withoutSettings,
  withSetting,
} from '../../../core/chat/settings/settings-fields.ts'
import { searchSettings } from '../../../core/chat/settings/settings-search.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { chatViewStore } from '../chat-view-store.ts'
import {
  prepareToValidate,
  useIsValidating,
  useSettingsValidation,
} from '../conversation/use-settings-validation.ts'
import { loadCharacterPicker, loadModelAdviser, loadStructureControl, prefetch } from '../lazy.ts'
import type { ModelAdvice } from './model-adviser.tsx'
import { SettingRow } from './setting-row.tsx'

const ModelAdviser = lazyComponent(() => loadModelAdviser().then((module) => module.ModelAdviser))

/** Every field of the request: unset is not sent, set is marked, and each can be reset. */
export function SettingsForm() {
  const settings = useStore(chat.conversation, ({ conversation }) => conversation.settings)
  const providerName = useStore(client.connections.store, (state) => state.connection?.providerName)
  const openGroups = useStore(chatViewStore, (state) => state.openGroups)
  const [searched, setSearched] = useState('')
  // The list of models is asked for once someone turns to the settings.
  const [wanted, setWanted] = useState(false)
  const [advice, setAdvice] = useState<ModelAdvice>()
  const isValidating = useIsValidating()
  const { issues: own, notes } = useSettingsValidation()
  const serviceFaults = useStore(chatViewStore, (state) => state.serviceFaults)
  const wantedSetting = useStore(chatViewStore, (state) => state.wantedSetting)
  const refused = standingFaults(serviceFaults, settings)
  const issues = [...own, ...refused]
  const groups = searchSettings(settingGroupsOf(providerName ?? NEUTRAL_PROVIDER_NAME), searched)
  const searching = searched.trim() !== ''
  const turnTo = () => {
    setWanted(true)
    prepareToValidate()
    prefetch(loadModelAdviser, loadStructureControl, loadCharacterPicker)
  }
  const fix = (change: RuleFix) => {
    setSettings(chat, withFix(settings, change))
    const name = change.set?.model
    if (typeof name === 'string') setModel(chat, name)
  }
  return (
    <div
      className="flex min-h-full flex-col"
      {...(wanted ? {} : { onPointerEnter: turnTo, onFocus: turnTo })}
    >
      {isValidating && (
        <ChunkBoundary quiet>
          <ModelAdviser wanted={wanted} onAdvice={setAdvice} />
        </ChunkBoundary>
      )}
      <div className="sticky top-0 z-10 border-b bg-surface-1 p-2">
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          value={searched}
          onChange={(event) => setSearched(event.target.value)}
          className="w-full field"
        />
      </div>
      <div className="flex grow flex-col p-2">
        {groups.length === 0 && (
          <p className="p-4 text-center text-text-3">
            No matching settings. To send any other field, switch to JSON.
          </p>
        )}
        {groups.map(({ group, label, fields }) => {
          const count = countSet(settings, fields)
          const faulty = fields.some(({ path }) => issuesOf(issues, path).length > 0)
          const open = searching || faulty || openGroups.has(group)
          return (
            <div key={group} className="relative">
              <Disclosure
                open={open}
                onToggle={(next) => {
                  if (next !== open)
                    chatViewStore.setState({ openGroups: toggled(openGroups, group, next) })
                }}
                summary={
                  <>
                    <span className="font-medium">{label}</span>
                    {count > 0 && <span className="text-xs text-text-3">{count} set</span>}
                  </>
                }
              >
                {open && (
                  <ul className="flex flex-col pb-3 pl-2">
                    {fields.map((field) => (
                      <SettingRow
                        key={field.path}
                        field={field}
                        value={settingValue(settings, field.path)}
                        settings={settings}
                        advice={advice?.about(field.path, settings)}
                        issues={issuesOf(issues, field.path)}
                        isRefused={issuesOf(refused, field.path).length > 0}
                        isWanted={wantedSetting === field.path}
                        notes={notesOf(notes, field.path)}
                        onChange={(value) =>
                          setSettings(chat, withSetting(settings, field.path, value))
                        }
                        onFix={fix}
                      />
                    ))}
                  </ul>
                )}
              </Disclosure>
              {open && count > 0 && (
                <Button
                  variant="ghost"
                  aria-label={`Reset ${label}`}
                  className="absolute top-0 right-0 text-xs"
                  onClick={() => setSettings(chat, withoutSettings(settings, fields))}
                >
                  Reset
                </Button>
              )}
            </div>
          )
        })}
      </div>
      <Footer unknown={unknownSettings(settings)} limit={advice?.limitOf(settings)} />
    </div>
  )
}

interface FooterProps {
  unknown: readonly string[]
  /** Micro-USD. */
  limit: number | undefined
}

/** What the form has no row for, and what the answer can cost at most. */
function Footer({ unknown, limit }: FooterProps) {
  if (unknown.length === 0 && limit === undefined) return null
  return (
    <div className="sticky bottom-0 flex flex-col gap-1 border-t bg-surface-1 px-3 py-2 text-xs text-text-2">
      {unknown.length > 0 && (
        <p>
          Sent without validation: <span className="font-mono">{unknown.join(', ')}</span>
        </p>
      )}
      {limit !== undefined && (
        <p>
          Max cost: <b className="font-semibold">{formatMicroUsd(limit)}</b> + input tokens
        </p>
      )}
    </div>
  )
}

function toggled(
  set: ReadonlySet<FieldGroup>,
  group: FieldGroup,
  open: boolean,
): ReadonlySet<FieldGroup> {
  const next = new Set(set)
  if (open) next.add(group)
  else next.delete(group)
  return next
}
