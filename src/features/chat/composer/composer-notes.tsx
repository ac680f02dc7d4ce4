import { useId, useMemo } from 'react'
import { useStore } from 'zustand'

import { changeConversation } from '../../../core/chat/conversation/current-conversation.ts'
import { prependToDraft, submitDraft } from '../../../core/chat/drafts/outbox.ts'
import { queueDraft, takeBackQueued } from '../../../core/chat/drafts/queue-draft.ts'
import { maxCostInWords } from '../../../core/chat/request/max-cost.ts'
import { pendingToolCalls } from '../../../core/chat/request/pending-tool-calls.ts'
import { messagesOf } from '../../../core/chat/request/request-body.ts'
import { templateTexts, variableNames } from '../../../core/chat/request/variables.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { maxRounds, runsByItself } from '../../../core/tools/max-rounds.ts'
import { requestSettings } from '../../../core/tools/wire-tools.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { usePopover } from '../../../ui/overlays/popover.ts'
import { useModels } from '../model/use-models.ts'
import { sendPrompt } from '../send-message.ts'

/** The max cost of the next request, and of all that its tools may lead to, with what it counts. */
export function MaxCost() {
  const { models, mapping } = useModels(true)
  const conversation = useStore(chat.conversation, (state) => state.conversation)
  const { list: sources } = useStore(chat.toolSources)
  const records = useStore(chat.conversation, (state) => state.messages)
  const attachments = useStore(chat.attachments, (state) => state.list)
  const { buttonProps, popoverProps } = usePopover(undefined, 'end')
  const explanation = useId()
  const { model: name, tools = {} } = conversation
  const messages = useMemo(() => messagesOf(records, { model: name }), [records, name])
  const settings = requestSettings(conversation, sources)
  const runsTools =
    settings['tools'] !== undefined &&
    (tools.auto === true || (runsByItself(tools) && pendingToolCalls(records).length > 0))
  const rounds = runsTools ? maxRounds(tools) : 0
  const { spendLimit } = tools
  // In the selector: few of the keys that are pressed change what is shown.
  const cost = useStore(chat.draft, ({ text }) =>
    maxCostInWords(
      { name, settings, messages, text, attachments, rounds, spendLimit },
      models,
      mapping,
    ),
  )
  if (cost === undefined) return null
  return (
    <>
      <button
        {...buttonProps}
        type="button"
        title="Max cost"
        aria-label={`Max cost: ${cost}`}
        aria-describedby={explanation}
        className="rounded-md px-1.5 text-xs whitespace-nowrap text-money tabular-nums target hover:bg-surface-2"
      >
        {cost}
      </button>
      <div
        {...popoverProps}
        id={popoverProps.id}
        className="float max-w-72 rounded-md bg-raised p-3 text-sm text-text-2 shadow-float"
      >
        <p id={explanation}>
          Your messages and the longest response allowed, at this model's list price.
          {rounds > 0 &&
            ` With tools: up to ${rounds} more requests, each as long as the model can read${spendLimit === undefined ? '' : ', up to the spend limit'}.`}
        </p>
      </div>
    </>
  )
}

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

/** Sends what is written once the response under way is complete, to the API of this moment. */
export function queueMessage(asked: Connection): void {
  queueDraft(chat, () => {
    const { connection } = client.connections.store.getState()
    const isSame = connection?.id === asked.id && connection.baseUrl === asked.baseUrl
    if (!isSame || client.network.store.getState().offline)
      return showToast(
        "The connection changed, so the queued message wasn't sent. It is still a draft.",
      )
    const ids = chat.attachments.getState().list.map(({ id }) => id)
    void submitDraft(chat, ids, async (text) => {
      await sendPrompt(connection, text, ids.length > 0).catch((error: unknown) => {
        prependToDraft(chat, text)
        throw error
      })
      await chat.writer.settled()
    })
    return undefined
  })
}

/** Says that the message waits, and takes it back. */
export function QueuedNote() {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 px-3 text-sm text-text-2">
      Queued: sent when the response is complete.
      <Button variant="ghost" onClick={() => takeBackQueued(chat)}>
        Take back
      </Button>
    </p>
  )
}
