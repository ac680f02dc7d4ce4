import { useStore } from 'zustand'

import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { chatViewStore } from '../chat-view-store.ts'

/** What changes most what comes back. */
export const QUICK = [
  ['Tools', 'tools'],
  ['Schema', 'response_format'],
  ['Search', 'vendor_parameters.enable_web_search'],
] as const

/** Opens the dialogs of the settings that change most what comes back; says what is set. */
export function QuickSettings() {
  const settings = useStore(chat.conversation, ({ conversation }) => conversation.settings)
  return (
    <span className="hidden min-w-0 gap-1 @2xl:flex">
      {QUICK.map(([label, path]) => {
        const value = path.split('.').reduce<unknown>(memberOf, settings)
        const name = Array.isArray(value)
          ? String(value.length)
          : memberOf(memberOf(value, 'json_schema'), 'name')
        const words = typeof name === 'string' ? `${label} ${name}` : label
        return (
          <Button
            key={path}
            variant="ghost"
            aria-haspopup="dialog"
            aria-label={`${words} setting`}
            aria-pressed={value !== undefined}
            className="max-w-36 min-w-0"
            onClick={() => chatViewStore.setState({ editing: path })}
          >
            <span className="truncate">{words}</span>
          </Button>
        )
      })}
    </span>
  )
}

function memberOf(value: unknown, name: string): unknown {
  return value && Reflect.get(Object(value), name)
}
