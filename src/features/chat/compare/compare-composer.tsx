import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import type { Message } from '../../../../contract/chat/messages.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { findModel } from '../../../../contract/models/find-model.ts'
import { estimatePrice, sumEstimates } from '../../../../contract/models/price-estimate.ts'
import { contentPart } from '../../../core/chat/attachments/send/content-part.ts'
import { columnConnection, presentColumns } from '../../../core/chat/compare/columns.ts'
import type { CompareColumn } from '../../../core/chat/compare/comparison-state.ts'
import { runColumns } from '../../../core/chat/compare/run-columns.ts'
import { comparisonDraft } from '../../../core/chat/drafts/comparison-draft.ts'
import { submitComparison } from '../../../core/chat/drafts/outbox.ts'
import { messagesOf } from '../../../core/chat/request/request-body.ts'
import { runningVersions, stopRuns } from '../../../core/chat/responses/runs.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { findSecrets, type SecretIssue } from '../../../core/client/connection/find-secrets.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { SecretNotice } from '../../../ui/feedback/secret-notice.tsx'
import { AttachButton } from '../attachments/attach/attach-button.tsx'
import { attachViewStore } from '../attachments/attach/attach-view-store.ts'
import { pasteFiles } from '../attachments/attach/drop-files.ts'
import { loadAttachments } from '../lazy.ts'
import { useModels } from '../model/use-models.ts'

const AttachmentsPanel = lazyComponent(() =>
  loadAttachments().then((attachments) => attachments.AttachmentsPanel),
)

const UNREACHABLE =
  "Couldn't load the code for attachments, so nothing was sent. Is the service running?"

/** Writes the one message that goes to every column, with what that may cost together. */
export function CompareComposer() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { draft, columns, deleted, unsaved } = useStore(chat.comparison)
  const [faults, setFaults] = useState<readonly string[]>([])
  const [held, setHeld] = useState<SecretIssue>()
  const live = useStore(chat.runs)
  const running = columns.flatMap(({ messages }) => runningVersions(messages, live))
  const isRunning = running.length > 0
  const [wasRunning, setWasRunning] = useState(isRunning)
  if (wasRunning !== isRunning) {
    setWasRunning(isRunning)
    // What was refused because of it can be sent now.
    if (!isRunning) setFaults([])
  }
  const { list: attached, progress } = useStore(chat.attachments)
  const { open } = useStore(attachViewStore)
  const scopes = useMemo(
    () =>
      presentColumns({ columns, deleted }).map(({ conversation: { model }, messages }) => ({
        model,
        messages,
      })),
    [columns, deleted],
  )
  const empty = (draft.trim() === '' && attached.length === 0) || progress !== undefined
  const blocked = connection === undefined || empty || scopes.length === 0

  const run = async ({ meant = false } = {}) => {
    if (connection === undefined || blocked || isRunning) return
    const [secret] = meant ? [] : findSecrets(client, draft)
    setHeld(secret)
    if (secret !== undefined) return
    const ids = attached.map(({ id }) => id)
    await submitComparison(chat, comparisonDraft(chat) ?? { draft }, ids, async () => {
      const found =
        attached.length > 0 ? await runWithAttachments(connection, draft) : runColumns(chat, draft)
      setFaults(found)
      // What was typed meanwhile stays.
      if (found.length === 0)
        chat.comparison.setState((now) => (now.draft === draft ? { draft: '' } : {}))
      await chat.writer.settled()
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that picks a word in an input method is not Enter.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void run()
  }
  return (
    <form
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
      className="shrink-0 px-2 pt-2 pb-3 sm:px-4"
    >
      <div className="mx-auto flex max-w-[50rem] flex-col gap-2">
        <div className="rounded-lg border bg-surface-1 has-[textarea:focus]:border-accent">
          {(attached.length > 0 || open !== undefined) && (
            <div className="px-3 [&>:is(ul,p):not(:empty)]:mt-3">
              <ChunkBoundary>
                <AttachmentsPanel scopes={scopes} />
              </ChunkBoundary>
            </div>
          )}
          <TextArea
            aria-label="Message"
            placeholder="Message all columns"
            value={draft}
            onChange={(event) => {
              chat.comparison.setState({ draft: event.target.value })
              setFaults([])
              setHeld(undefined)
            }}
            onKeyDown={onKeyDown}
            onPaste={pasteFiles}
            className="block max-h-[30vh] min-h-12! border-transparent! bg-transparent! px-3 pt-3! text-base! outline-none!"
          />
          <div className="flex items-center gap-2 px-2 pb-2">
            <AttachButton />
            <div className="min-w-0 grow">
              <Estimate />
            </div>
            {isRunning ? (
              <Button onClick={() => stopRuns(chat.runs.getState(), running)}>
                <Square size={14} aria-hidden /> Stop all
              </Button>
            ) : (
              <Button type="submit" variant="primary" disabled={blocked}>
                <Play size={14} aria-hidden /> Run all
              </Button>
            )}
          </div>
        </div>
        {held !== undefined && (
          <SecretNotice
            found={held.message}
            onTakeOut={() => {
              chat.comparison.setState({ draft: held.without })
              setHeld(undefined)
            }}
            onSend={() => void run({ meant: true })}
          />
        )}
        {faults.length > 0 && (
          <ul role="alert" className="text-sm text-bad">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {unsaved && (
          <p role="status" className="text-sm text-warn">
            This browser can't save the comparison. A reload will lose it.
          </p>
        )}
      </div>
    </form>
  )
}

/** What running all columns may cost; said as the estimate it is. */
function Estimate() {
  const comparison = useStore(chat.comparison)
  const { draft } = comparison
  const columns = presentColumns(comparison)
  const attached = useStore(chat.attachments, (state) => state.list)
  const { models, mapping } = useModels(true)
  // The lists of the columns are read by the columns themselves.
  const modelsOf = (column: CompareColumn) =>
    column.conversation.connection === undefined
      ? models
      : (queryClient.getQueryData(
          listModelsOptions(client, columnConnection(client, column)).queryKey,
        ) ?? [])
  // What counts of an attachment is its type: its bytes are read when it is sent.
  const content = attached.flatMap((attachment) => contentPart(attachment, '') ?? [])
  const question: Message = { role: 'user', content: [...content, { type: 'text', text: draft }] }
  const { microUsd, unknown, extras } = sumEstimates(
    columns.map((column) => {
      const { model, settings } = column.conversation
      const found = findModel(modelsOf(column), parseModelSuffix(model).id, mapping)
      return estimatePrice(found, settings, [...messagesOf(column.messages), question])
    }),
  )
  const count = columns.length - unknown
  const words =
    microUsd === undefined
      ? 'No estimate: the prices of these models are unknown.'
      : [
          `Estimate: up to ${formatMicroUsd(microUsd)} for ${count === 1 ? '1 response' : `${count} responses`}`,
          unknown > 0 ? `, ${unknown} more at an unknown price` : '',
          extras ? ', plus web search' : '',
          '. Actual usage is billed.',
        ].join('')
  return <p className="text-xs text-text-3">{words}</p>
}

/**
 * Sends what is attached, and the text after it, in every column: encoded once, fit for each of them.
 * As {@link runColumns}, all or none.
 */
async function runWithAttachments(connection: Connection, text: string): Promise<string[]> {
  const attachments = await loadAttachments().catch(() => undefined)
  if (attachments === undefined) return [UNREACHABLE]
  const { encodeAttachments, removeAttachments } = attachments
  const { id } = chat.comparison.getState()
  const scopes = presentColumns(chat.comparison.getState()).map(
    ({ conversation: { model }, messages }) => ({ model, messages }),
  )
  const encoded = await encodeAttachments(connection, text, scopes)
  if (!encoded.ok) return encoded.issues.map(({ message }) => message)
  if (chat.comparison.getState().id !== id)
    return ['Another comparison was opened, so nothing was sent.']
  const faults = runColumns(chat, encoded.content)
  if (faults.length === 0) removeAttachments(encoded.ids)
  return faults
}
