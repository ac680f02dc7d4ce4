import type { Issue } from '../../../../../contract/errors/issues.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { chatViewStore } from '../../chat-view-store.ts'
import { serviceFaultsStore, settingOfIssue } from '../../settings/advice/service-faults.ts'
import { EditLastMessage } from './edit-steps.tsx'

/** Leads to what the service refused: each setting it named, or the message. */
export function FaultySettings({ issues }: { issues: readonly Issue[] }) {
  const settings = [...new Set(issues.flatMap((issue) => settingOfIssue(issue) ?? []))]
  const inMessages = issues.some(({ path }) => path[0] === 'messages')
  return (
    <>
      {settings.slice(0, 3).map((path) => (
        <Button
          key={path}
          variant="primary"
          onClick={() => {
            chatViewStore.setState({ settingsOpen: true, settingsView: 'form' })
            serviceFaultsStore.setState({ wanted: path })
          }}
        >
          Go to {path.replace(/^vendor_parameters\./, '')}
        </Button>
      ))}
      {inMessages && <EditLastMessage />}
    </>
  )
}
