import { useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { changeConversation } from '../../../../core/chat/conversation/current-conversation.ts'
import { templateTexts, variableNames } from '../../../../core/chat/request/variables.ts'
import { chat } from '../../../../page/chat.ts'
import { Disclosure } from '../../../../ui/content/disclosure.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'

interface VariablesPanelProps {
  /** What is being written. */
  text: string
  /** Called after a value changed. */
  onFilled: () => void
}

/** The variables of the written messages and of the text being written, each with its value. */
export function VariablesPanel({ text, onFilled }: VariablesPanelProps) {
  const messages = useStore(chat.conversation, (state) => state.messages)
  const variables = useStore(chat.conversation, ({ conversation }) => conversation.variables)
  const [open, setOpen] = useState(true)
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
  const missing = names.filter((name) => valueOf(name) === '')
  return (
    <Disclosure
      open={open}
      onToggle={setOpen}
      summary={
        <>
          <span className="font-medium">Variables</span>
          <span className={missing.length > 0 ? 'text-xs text-warn' : 'text-xs text-text-3'}>
            {missing.length > 0 ? `no value yet: ${missing.join(', ')}` : `${names.length} set`}
          </span>
        </>
      }
    >
      <div role="group" aria-label="Variables" className="grid max-h-40 gap-1 overflow-y-auto p-1">
        {names.map((name) => (
          <label key={name} className="grid grid-cols-[8rem_1fr] items-start gap-2">
            <span className="truncate py-1.5 font-mono text-xs">{`{{${name}}}`}</span>
            <TextArea
              aria-label={`Value of ${name}`}
              value={valueOf(name)}
              onChange={(event) => {
                changeConversation(chat, { variables: { ...values, [name]: event.target.value } })
                onFilled()
              }}
              className="max-h-24"
            />
          </label>
        ))}
      </div>
    </Disclosure>
  )
}
