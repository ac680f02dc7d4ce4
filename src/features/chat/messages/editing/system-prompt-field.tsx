import { useState } from 'react'
import { useStore } from 'zustand'

import { systemPromptOf } from '../../../../core/chat/conversation/system-prompt.ts'
import { chat } from '../../../../page/chat.ts'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { prepareToSend, writeSystemPrompt } from '../../send-message.ts'

/** The instructions for the model, always in view. They are part of the conversation as typed. */
export function SystemPromptField() {
  const stored = useStore(chat.conversation, ({ messages }) => systemPromptOf(messages))
  // What is typed before the code that writes it has arrived.
  const [typed, setTyped] = useState<string>()
  const text = typed ?? stored ?? ''
  const write = (next: string) => {
    setTyped(next)
    writeSystemPrompt(next).then(
      () => setTyped((latest) => (latest === next ? undefined : latest)),
      () => undefined,
    )
  }
  return (
    <div
      {...(text === '' ? {} : { role: 'article', 'aria-label': 'System message' })}
      className="sticky top-0 z-[1] -mx-4 -mt-6 -mb-3 bg-surface-0 px-4 pt-3 pb-2"
    >
      <div className="flex items-start gap-3 rounded-md bg-surface-1 pl-3 outline-accent focus-within:outline-2">
        <span aria-hidden className="shrink-0 py-2 text-xs text-text-3 pointer-coarse:py-3.5">
          System
        </span>
        <TextArea
          aria-label="System prompt"
          placeholder="Instructions for the model"
          value={text}
          onFocus={prepareToSend}
          onChange={({ target }) => write(target.value)}
          className="max-h-16 border-transparent! bg-transparent! pl-0! outline-none! focus:max-h-[40vh]"
        />
      </div>
    </div>
  )
}
