import { useStore } from 'zustand'

import type { FieldGroup } from '../../../../contract/field-rule.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { chatViewStore, showGroup } from '../chat-view-store.ts'
import { showSettings } from '../settings/use-settings-open.ts'

/** What is asked for most, each with its setting and the group that this is in. */
const QUICK: readonly (readonly [label: string, path: string, group: FieldGroup])[] = [
  ['Tools', 'tools', 'tools'],
  ['Schema', 'response_format', 'output'],
  ['Search', 'vendor_parameters.enable_web_search', 'vendor'],
]

/** Leads from the message to the settings that change most what comes back; marks those that are set. */
export function QuickSettings() {
  const settings = useStore(chat.conversation, ({ conversation }) => conversation.settings)
  return (
    <span className="hidden gap-1 @2xl:flex">
      {QUICK.map(([label, path, group]) => (
        <Button
          key={path}
          variant="ghost"
          aria-label={`${label} setting`}
          aria-pressed={isSet(settings, path)}
          onClick={() => {
            showSettings(true)
            showGroup(group, true)
            chatViewStore.setState({ settingsView: 'form', wantedSetting: path })
          }}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}

/** Whether a path of up to two names leads to something. */
function isSet(settings: object, path: string): boolean {
  return (
    path
      .split('.')
      .reduce<unknown>((value, name) => value && Reflect.get(Object(value), name), settings) !==
    undefined
  )
}
