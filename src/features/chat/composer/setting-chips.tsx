import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { summarizeSettings } from '../../../core/chat/settings/setting-summary.ts'
import { withSetting } from '../../../core/chat/settings/settings-fields.ts'
import type { AppliedSetup } from '../../../core/chat/setup/chat-setup.ts'
import { removeApplied } from '../../../core/chat/setup/current-setup.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'

const KINDS: Readonly<Partial<Record<AppliedSetup['kind'], string>>> = {
  example: 'Example',
  preset: 'Preset',
}

/** What was applied and what is sent besides model and messages: a click on one takes it off. */
export function SettingChips() {
  const { id, settings } = useStore(chat.conversation, ({ conversation }) => conversation)
  const latest = useStore(chat.applied, (state) => state.latest)
  const applied = latest?.conversationId === id ? latest : undefined
  const kind = applied && KINDS[applied.kind]
  const providerName = useStore(
    client.connections.store,
    ({ connection }) => connection?.providerName ?? NEUTRAL_PROVIDER_NAME,
  )
  const chips = summarizeSettings(settings, providerName)
  if (chips.length === 0 && kind === undefined) return null
  return (
    <ul
      aria-label="Settings that are sent"
      className="flex max-h-24 items-center gap-1 overflow-auto px-3 pb-2 @lg:flex-wrap"
    >
      {applied !== undefined && kind !== undefined && (
        <Chip
          label={`Remove ${kind.toLowerCase()} ${applied.name}`}
          title="Removes what it set."
          onClick={() => removeApplied(chat)}
        >
          {kind} <span className="font-medium text-text-1">{applied.name}</span>
        </Chip>
      )}
      {chips.map(({ path, name, value }) => (
        <Chip
          key={path}
          label={`Do not send ${name}`}
          title={`${name} is sent as ${value}. Click to remove.`}
          onClick={() => setSettings(chat, withSetting(settings, path, undefined))}
        >
          <span className="font-mono text-text-3">{name}:</span> {value}
        </Chip>
      ))}
    </ul>
  )
}

interface ChipProps {
  label: string
  title: string
  onClick: () => void
  children: ReactNode
}

function Chip({ label, title, onClick, children }: ChipProps) {
  return (
    <li className="max-w-full shrink-0">
      <button
        type="button"
        aria-label={label}
        title={title}
        onClick={onClick}
        className="inline-flex max-w-full items-center gap-1 rounded-md bg-surface-2 px-2 text-xs text-text-2 target hover:bg-surface-3"
      >
        <span className="truncate">{children}</span>
        <X size={12} aria-hidden className="shrink-0" />
      </button>
    </li>
  )
}
