import X from 'lucide-react/icons/x'
import { useStore } from 'zustand'

import { setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import type { SettingSummary } from '../../../core/chat/settings/setting-summary.ts'
import { unknownSettings, withSetting } from '../../../core/chat/settings/settings-fields.ts'
import { chat } from '../../../page/chat.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { chatViewStore } from '../chat-view-store.ts'

/** What is sent besides model and messages: a press on a name leads to its control, × resets it. */
export function SentSettings({ sent }: { sent: readonly SettingSummary[] }) {
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
