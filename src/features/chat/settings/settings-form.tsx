import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { RuleFix } from '../../../../contract/chat/request/request.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import {
  setHeaders,
  setModel,
  setSettings,
} from '../../../core/chat/conversation/current-conversation.ts'
import {
  countSet,
  issuesOf,
  notesOf,
  type SettingField,
  settingGroupsOf,
  type SettingSummary,
  settingValue,
  standingFaults,
  summarizeSent,
  unknownSettings,
  withFix,
  withSetting,
} from '../../../core/chat/settings/settings-fields.ts'
import { customHeaderFault, HEADERS_NOTE } from '../../../core/client/connection/extra-headers.ts'
import { TOOL_SERVER_PREFIX } from '../../../core/storage/connection/saved-connections.ts'
import { localText } from '../../../core/storage/db/browser-storage.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { HeaderFields } from '../../../ui/controls/fields.tsx'
import { cx } from '../../../ui/cx.ts'
import { part, prefetch } from '../../../ui/feedback/part.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { chatViewStore, showGroup } from '../chat-view-store.ts'
import {
  prepareToValidate,
  useIsValidating,
  useSettingsValidation,
} from '../use-settings-validation.ts'
import type { ModelAdvice } from './setting-notes.tsx'
import { SettingRow } from './setting-row.tsx'

const ModelAdviser = part(() => import('./setting-notes.tsx'), 'ModelAdviser', { quiet: true })

const MatchingSettings = part(() => import('./setting-notes.tsx'), 'MatchingSettings', {
  fallback: <Skeleton lines={4} className="p-2" />,
})

/** Every field of the request: what is sent stands first; the others show the default as a ghost. */
export function SettingsForm() {
  const settings = useStore(chat.conversation, ({ conversation }) => conversation.settings)
  const providerName = useStore(
    client.connections.store,
    ({ connection }) => connection?.providerName ?? NEUTRAL_PROVIDER_NAME,
  )
  const openGroups = useStore(chatViewStore, (state) => state.openGroups)
  const [searched, setSearched] = useState('')
  // The list of models is asked for once someone opens the settings, or turns to them.
  const [wanted, setWanted] = useState(chatViewStore.getState().settingsOpen === true)
  const [advice, setAdvice] = useState<ModelAdvice>()
  const isValidating = useIsValidating()
  const { issues: own, notes } = useSettingsValidation()
  const serviceFaults = useStore(chatViewStore, (state) => state.serviceFaults)
  const wantedSetting = useStore(chatViewStore, (state) => state.wantedSetting)
  const refused = standingFaults(serviceFaults, settings)
  const issues = [...own, ...refused]
  const groups = settingGroupsOf(providerName)
  const sent = summarizeSent(settings, providerName)
  const list = useKeepInPlace(sent.length)
  // What someone pressed to get to may be among what the search hides.
  if (wantedSetting !== undefined && searched !== '') setSearched('')
  const turnTo = () => {
    setWanted(true)
    prepareToValidate()
    prefetch(
      () => import('./setting-notes.tsx'),
      () => import('./setting-notes.tsx'),
      () => import('../structures/list-control.tsx'),
      () => import('./setting-notes.tsx'),
      () => import('./character-picker.tsx'),
    )
  }
  const fix = (change: RuleFix) => {
    setSettings(chat, withFix(settings, change))
    const name = change.set?.model
    if (typeof name === 'string') setModel(chat, name)
  }
  const row = (field: SettingField) => (
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
      onChange={(value) => setSettings(chat, withSetting(settings, field.path, value))}
      onFix={fix}
    />
  )
  return (
    <div
      className="flex h-full flex-col [--target:1.75rem]"
      {...(wanted ? {} : { onPointerEnter: turnTo, onFocus: turnTo })}
    >
      {isValidating && <ModelAdviser wanted={wanted} onAdvice={setAdvice} />}
      <div className="p-2 pb-1">
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          value={searched}
          onChange={(event) => setSearched(event.target.value)}
          className="w-full field"
        />
      </div>
      <SentSettings sent={sent} />
      <div ref={list} className="min-h-0 grow scroll-area px-2 pb-2">
        {searched.trim() === '' ? (
          groups.map(({ group, label, fields }) => {
            const count = countSet(settings, fields)
            const isFaulty = fields.some(({ path }) => issuesOf(issues, path).length > 0)
            const isWanted = fields.some(({ path }) => path === wantedSetting)
            const open = isFaulty || isWanted || openGroups.has(group)
            return (
              <Fragment key={group}>
                <Disclosure
                  open={open}
                  onToggle={(next) => {
                    if (next !== open) showGroup(group, next)
                  }}
                  summary={
                    <>
                      <span className="font-medium">{label}</span>
                      {count > 0 && <span className="text-xs text-text-3">{count} set</span>}
                    </>
                  }
                >
                  {open && <ul aria-label={label}>{fields.map(row)}</ul>}
                </Disclosure>
                {group === 'tools' && <ToolServersSection wanted={wanted} />}
              </Fragment>
            )
          })
        ) : (
          <MatchingSettings groups={groups} searched={searched} row={row} />
        )}
      </div>
      {searched.trim() === '' && <RequestHeaders />}
    </div>
  )
}

/** For a list that begins below what grows and shrinks: what it shows stays where it is meanwhile. */
function useKeepInPlace(count: number) {
  const list = useRef<HTMLDivElement>(null)
  const top = useRef<number>(undefined)
  useLayoutEffect(() => {
    const box = list.current
    if (box === null) return
    const moved = box.offsetTop - (top.current ?? box.offsetTop)
    top.current = box.offsetTop
    box.scrollTop += moved
    // The control in use may be what the list would now begin above.
    if (moved > 0) box.querySelector(':focus')?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return list
}

function RequestHeaders() {
  const headers = useStore(chat.conversation, ({ conversation }) => conversation.headers) ?? []
  const connection = useStore(client.connections.store, (state) => state.connection)
  const providerName = connection?.providerName ?? NEUTRAL_PROVIDER_NAME
  return (
    <Disclosure
      label="Request headers"
      open={headers.length > 0}
      className="p-2"
      summary={
        <span>
          Request headers
          {headers.length > 0 && <span className="text-text-3"> · {headers.length}</span>}
        </span>
      }
    >
      <div className="p-1 pl-6">
        <HeaderFields
          headers={headers}
          onChange={(next) => setHeaders(chat, next)}
          faultOf={(name, value) => customHeaderFault(name, value, providerName)}
          note={`${HEADERS_NOTE[connection?.kind ?? 'local']} Evaluate sends these headers, image edits don't.`}
        />
      </div>
    </Disclosure>
  )
}

/** What is sent besides model and messages: a press on a name leads to its control, × resets it. */
function SentSettings({ sent }: { sent: readonly SettingSummary[] }) {
  const settings = useStore(chat.conversation, ({ conversation }) => conversation.settings)
  const unknown = unknownSettings(settings)
  const resetAll = () => {
    setSettings(chat, {})
    showToast('All settings reset', { label: 'Undo', run: () => setSettings(chat, settings) })
  }
  return (
    <div className="mx-2 mb-1 rounded-md bg-surface-2 pb-1">
      <div className="flex items-center pl-2">
        <h3 className="grow text-xs font-medium text-text-2">Sent {sent.length}</h3>
        <Button variant="ghost" className="text-xs" disabled={sent.length === 0} onClick={resetAll}>
          Reset all
        </Button>
      </div>
      <ul aria-label="Sent" className="max-h-48 scroll-area">
        {sent.map(({ path, name, value }) => {
          const isUnknown = unknown.includes(path)
          return (
            <li key={path} className="flex items-center rounded-md hover:bg-surface-3">
              <button
                type="button"
                title={isUnknown ? 'Undocumented: sent without validation' : undefined}
                onClick={() =>
                  chatViewStore.setState(
                    isUnknown ? { settingsView: 'json' } : { wantedSetting: path },
                  )
                }
                className="flex min-w-0 grow items-center gap-2 rounded-md px-2 text-left target"
              >
                <span className="min-w-0 truncate font-mono text-xs text-text-2">{name}</span>
                <span
                  className={cx('ml-auto max-w-40 shrink-0 truncate', isUnknown && 'text-warn')}
                >
                  {value}
                </span>
              </button>
              <IconButton
                label={`Reset ${name}`}
                onClick={() => setSettings(chat, withSetting(settings, path, undefined))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const ToolServers = part(() => import('../tool-servers/tool-servers.tsx'), 'ToolServers')

/** Where tools come from besides the request itself. */
function ToolServersSection({ wanted }: { wanted: boolean }) {
  const isAdding = useStore(chatViewStore, (state) => state.addsToolServer)
  const hasSlots = useStore(
    chat.conversation,
    ({ conversation }) => conversation.tools?.slots !== undefined,
  )
  const isShown = wanted || isAdding || hasSlots || localText.keys(TOOL_SERVER_PREFIX).length > 0
  return (
    <section aria-label="Tool servers" className="flex flex-col gap-2 py-2">
      <div className="flex items-center justify-between gap-2 pl-1">
        <h3 className="text-sm font-medium">Tool servers</h3>
        <Button
          variant="ghost"
          title="MCP servers have tools that a model can call. Each call asks for approval."
          onPointerEnter={() => prefetch(() => import('../tool-servers/tool-servers.tsx'))}
          onClick={() => chatViewStore.setState({ addsToolServer: true })}
        >
          <Plus size={14} aria-hidden />
          Add tool server
        </Button>
      </div>
      {isShown && <ToolServers isAdding={isAdding} />}
    </section>
  )
}
