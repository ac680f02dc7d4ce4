import type { Issue } from '../../../../../contract/errors/issues.ts'
import { replaceMessage } from '../../../../core/chat/conversation/authored-messages.ts'
import {
  editLastMessage,
  lastUserMessage,
} from '../../../../core/chat/conversation/edit/message-editors.ts'
import { editableTexts, withTexts } from '../../../../core/chat/conversation/edit/message-edits.ts'
import { settingOfIssue } from '../../../../core/chat/settings/service-faults.ts'
import { chat } from '../../../../page/chat.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { showToast } from '../../../../ui/feedback/toast-store.ts'
import { chatViewStore } from '../../chat-view-store.ts'

/** Opens the last user message for editing, in its place. */
export function EditLastMessage() {
  return <Button onClick={() => editLastMessage(chat)}>Edit message</Button>
}

/** Puts the prompt that the service suggests in place of the one it refused; sends nothing. */
export function UseSuggestedPrompt({ prompt }: { prompt: string }) {
  const use = () => {
    const last = lastUserMessage(chat)
    if (last === undefined) return
    const others = editableTexts(last.message).slice(1)
    const undo = replaceMessage(
      chat,
      last.id,
      withTexts(last.message, [prompt, ...others.map(() => '')]),
    )
    showToast('Message replaced with the suggested prompt', { label: 'Undo', run: undo })
  }
  return (
    <>
      <p className="w-full text-sm">
        Suggested: <q>{prompt}</q>
      </p>
      <Button variant="primary" onClick={use}>
        Use suggested prompt
      </Button>
    </>
  )
}

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
            chatViewStore.setState({
              settingsOpen: true,
              settingsView: 'form',
              wantedSetting: path,
            })
          }}
        >
          Go to {path.replace(/^vendor_parameters\./, '')}
        </Button>
      ))}
      {inMessages && <EditLastMessage />}
    </>
  )
}
