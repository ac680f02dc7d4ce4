import { useState } from 'react'
import { useStore } from 'zustand'

import { WEB_SEARCH_MICRO_USD } from '../../../../contract/models/price.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import {
  notesOf,
  settingGroupsOf,
  settingValue,
  withFix,
  withSetting,
} from '../../../core/chat/settings/settings-fields.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import type { ModelAdvice } from '../settings/setting-notes.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { useSettingsValidation } from '../use-settings-validation.ts'

const ModelAdviser = part(() => import('../settings/setting-notes.tsx'), 'ModelAdviser', {
  quiet: true,
})

const StructureDialog = part(() => import('./structure-dialog.tsx'), 'StructureDialog')

const SEARCH = [
  'vendor_parameters.enable_web_search',
  'vendor_parameters.enable_web_citations',
  'vendor_parameters.include_search_results_in_stream',
  'vendor_parameters.enable_web_scraping',
]

/** The dialog of one setting of the conversation, as the composer opens it. */
export function RequestDialog({ path }: { path: string }) {
  const settings = useStore(chat.conversation, ({ conversation }) => conversation.settings)
  const providerName = useStore(
    client.connections.store,
    ({ connection }) => connection?.providerName ?? NEUTRAL_PROVIDER_NAME,
  )
  const [advice, setAdvice] = useState<ModelAdvice>()
  const { notes } = useSettingsValidation()
  const fields = settingGroupsOf(providerName).flatMap((group) => group.fields)
  const close = () => chatViewStore.setState({ editing: undefined })
  const change = (at: string) => (value: Parameters<typeof withSetting>[2]) =>
    setSettings(chat, withSetting(settings, at, value))
  const field = fields.find((one) => one.path === path)
  if (field?.rule.control.kind === 'structure')
    return (
      <StructureDialog
        field={field}
        value={settingValue(settings, path)}
        onChange={change(path)}
        onClose={close}
      />
    )
  return (
    <Dialog
      title="Web search"
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <ModelAdviser wanted onAdvice={setAdvice} />
      <div className="flex flex-col gap-2 text-sm">
        <p className="text-text-2">
          Each search costs about{' '}
          <span className="text-money">{formatMicroUsd(WEB_SEARCH_MICRO_USD)}</span> on top of
          tokens. With auto, the model decides.
        </p>
        <ul
          aria-label="Web search"
          className="[--label:9rem] max-sm:[--control:100%] sm:[--control:13.5rem]"
        >
          {fields
            .filter((one) => SEARCH.includes(one.path))
            .map((one) => (
              <SettingRow
                key={one.path}
                field={one}
                value={settingValue(settings, one.path)}
                settings={settings}
                advice={advice?.about(one.path, settings)}
                issues={[]}
                notes={notesOf(notes, one.path)}
                onChange={change(one.path)}
                onFix={(fix) => setSettings(chat, withFix(settings, fix))}
              />
            ))}
        </ul>
      </div>
    </Dialog>
  )
}
