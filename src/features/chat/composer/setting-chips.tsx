import X from 'lucide-react/icons/x'
import { useStore } from 'zustand'

import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { summarizeSettings } from '../../../core/chat/settings/setting-summary.ts'
import { withSetting } from '../../../core/chat/settings/settings-fields.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'

/** What is sent besides model and messages, where it is written: a click on one removes it. */
export function SettingChips() {
  const settings = useStore(chat.conversation, ({ conversation }) => conversation.settings)
  const providerName = useStore(
    client.connections.store,
    ({ connection }) => connection?.providerName ?? NEUTRAL_PROVIDER_NAME,
  )
  const chips = summarizeSettings(settings, providerName)
  if (chips.length === 0) return null
  return (
    <ul
      aria-label="Settings that are sent"
      className="flex max-h-16 flex-wrap items-center gap-1 overflow-y-auto"
    >
      {chips.map(({ path, name, value }) => (
        <li key={path} className="min-w-0">
          <button
            type="button"
            aria-label={`Do not send ${name}`}
            title={`${name} is sent as ${value}. Click to remove.`}
            onClick={() => setSettings(chat, withSetting(settings, path, undefined))}
            className="inline-flex max-w-full items-center gap-1 rounded-md border bg-surface-0 px-1.5 text-xs text-text-2 target hover:bg-surface-2"
          >
            <span className="truncate">
              <span className="font-mono text-text-3">{name}</span> {value}
            </span>
            <X size={12} aria-hidden className="shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  )
}
