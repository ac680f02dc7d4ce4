import { useStore } from 'zustand'

import { Segmented } from '../../../ui/controls/toggles.tsx'
import { part } from '../../../ui/feedback/part.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { SettingsForm } from './settings-form.tsx'
import { showSettings } from './use-settings-open.ts'

// In the same file: each file more costs the page a line in its import map.
export { RequestDialog } from '../structures/request-dialog.tsx'

const RequestJsonView = part(() => import('./request-json-view.tsx'), 'RequestJsonView', {
  fallback: <Skeleton lines={8} className="p-4" />,
})

/** Everything of the request besides the messages: as a form, or all of it as JSON. */
export function SettingsPanel() {
  const view = useStore(chatViewStore, (state) => state.settingsView)
  return (
    <Sheet
      title="Settings"
      onClose={() => showSettings(false)}
      className={view === 'json' ? 'w-[30rem]' : 'w-80'}
      actions={
        <Segmented
          label="Show the request as"
          value={view}
          options={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={(settingsView) => chatViewStore.setState({ settingsView })}
        />
      }
    >
      {view === 'form' ? <SettingsForm /> : <RequestJsonView />}
    </Sheet>
  )
}
