import { replaceMessage } from '../../../../core/chat/conversation/authored-messages.ts'
import { openEditor } from '../../../../core/chat/conversation/edit/message-editors.ts'
import { editableTexts, withTexts } from '../../../../core/chat/conversation/edit/message-edits.ts'
import { chat } from '../../../../page/chat.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { showToast } from '../../../../ui/feedback/toast-store.ts'

/** Opens the last user message for editing, in its place. */
export function EditLastMessage() {
  return (
    <Button
      onClick={() => {
        const last = lastUserMessage()
        if (last !== undefined) openEditor(chat, last.id)
      }}
    >
      Edit the message
    </Button>
  )
}

/** Puts the prompt that the service suggests in place of the one it refused; sends nothing. */
export function UseSuggestedPrompt({ prompt }: { prompt: string }) {
  const use = () => {
    const last = lastUserMessage()
    if (last === undefined) return
    const others = editableTexts(last.message).slice(1)
    const undo = replaceMessage(
      chat,
      last.id,
      withTexts(last.message, [prompt, ...others.map(() => '')]),
    )
    showToast('The message is now the suggested prompt', { label: 'Undo', run: undo })
  }
  return (
    <>
      <p className="w-full text-sm">
        Suggested: <q>{prompt}</q>
      </p>
      <Button variant="primary" onClick={use}>
        Use the suggested prompt
      </Button>
    </>
  )
}

function lastUserMessage() {
  const last = chat.conversation
    .getState()
    .messages.findLast((record) => record.kind === 'written' && record.message.role === 'user')
  return last?.kind === 'written' ? last : undefined
}
