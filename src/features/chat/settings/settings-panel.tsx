import { useStore } from 'zustand'

import { setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { chat } from '../../../page/chat.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { chatViewStore } from '../chat-view-store.ts'
import { loadRequestJson } from '../lazy.ts'
import { SettingsForm } from './settings-form.tsx'

const RequestJsonView = lazyComponent(() =>
  loadRequestJson().then((module) => module.RequestJsonView),
)

/** Everything of the request besides the messages: as a form, or all of it as JSON. */
export function SettingsPanel() {
  const settings = useStore(chat.conversation, ({ conversation }) => conversation.settings)
  const view = useStore(chatViewStore, (state) => state.settingsView)
  const resetAll = () => {
    setSettings(chat, {})
    showToast('All settings reset', {
      label: 'Undo',
      run: () => setSettings(chat, settings),
    })
  }
  return (
    <Sheet
      title="Settings"
      onClose={() => chatViewStore.setState({ settingsOpen: false })}
      className={view === 'json' ? 'w-[30rem] border-l' : 'w-88 border-l'}
      actions={
        <>
          <Segmented
            label="Show the request as"
            value={view}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={(settingsView) => chatViewStore.setState({ settingsView })}
          />
          <Button variant="ghost" disabled={Object.keys(settings).length === 0} onClick={resetAll}>
            Reset all
          </Button>
        </>
      }
    >
      {view === 'form' ? (
        <SettingsForm />
      ) : (
        <ChunkBoundary fallback={<Skeleton lines={8} className="p-4" />}>
          <RequestJsonView />
        </ChunkBoundary>
      )}
    </Sheet>
  )
}
