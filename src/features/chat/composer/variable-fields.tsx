import { useMemo } from 'react'
import { useStore } from 'zustand'

import { changeConversation } from '../../../core/chat/conversation/current-conversation.ts'
import { templateTexts, variableNames } from '../../../core/chat/request/variables.ts'
import { chat } from '../../../page/chat.ts'
import { TextArea } from '../../../ui/controls/text-area.tsx'

interface VariableFieldsProps {
  onFilled: () => void
}

/** The variables of the messages and of the text being written, each with its value in place. */
export function VariableFields({ onFilled }: VariableFieldsProps) {
  const text = useStore(chat.draft, (state) => state.text)
  const messages = useStore(chat.conversation, (state) => state.messages)
  const variables = useStore(chat.conversation, ({ conversation }) => conversation.variables)
  const written = useMemo(
    () =>
      messages.flatMap((record) =>
        record.kind === 'written' ? templateTexts(record.message).flatMap(variableNames) : [],
      ),
    [messages],
  )
  const names = [...new Set([...written, ...variableNames(text)])]
  if (names.length === 0) return null
  const values = variables ?? {}
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')
  return (
    <div
      role="group"
      aria-label="Variables"
      className="flex max-h-32 flex-wrap gap-2 overflow-y-auto px-3 pb-2"
    >
      {names.map((name) => (
        <label
          key={name}
          className="flex max-w-full min-w-0 items-center rounded-md bg-surface-2 pl-2 text-xs outline-accent focus-within:outline-2"
        >
          <span className="max-w-40 shrink-0 truncate font-mono text-text-3">{`{{${name}}} =`}</span>
          <TextArea
            aria-label={`Value of ${name}`}
            placeholder="value"
            value={valueOf(name)}
            onChange={(event) => {
              changeConversation(chat, { variables: { ...values, [name]: event.target.value } })
              onFilled()
            }}
            className="max-h-24 w-auto! max-w-60 min-w-16 bg-transparent! outline-none!"
          />
        </label>
      ))}
    </div>
  )
}
