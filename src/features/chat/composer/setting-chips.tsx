import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { summarizeSettings, withSetting } from '../../../core/chat/settings/settings-fields.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { cx } from '../../../ui/cx.ts'
import { QUICK } from './quick-settings.tsx'

/** What is sent besides model and messages: a click on one takes it off. */
export function SettingChips() {
  const { settings } = useStore(chat.conversation, ({ conversation }) => conversation)
  const providerName = useStore(
    client.connections.store,
    ({ connection }) => connection?.providerName ?? NEUTRAL_PROVIDER_NAME,
  )
  const chips = summarizeSettings(settings, providerName)
  if (chips.length === 0) return null
  return (
    <ul
      aria-label="Settings that are sent"
      className="flex max-h-24 items-center gap-1 overflow-auto px-3 pb-2 @lg:flex-wrap"
    >
      {chips.map(({ path, name, value }) => (
        <Chip
          key={path}
          isQuick={QUICK.some(([, quick]) => quick === path)}
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
  /** On a wide screen the row below shows it. */
  isQuick?: boolean
  label: string
  title: string
  onClick: () => void
  children: ReactNode
}

function Chip({ isQuick = false, label, title, onClick, children }: ChipProps) {
  return (
    <li className={cx('max-w-full shrink-0', isQuick && '@2xl:hidden')}>
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
