import ArrowUp from 'lucide-react/icons/arrow-up'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import type { UserMessage } from '../../../../contract/chat/messages.ts'
import type { ReadAttachment } from '../../../core/chat/content-parts/read-attachment.ts'
import { findSecrets, type SecretIssue } from '../../../core/client/connection/find-secrets.ts'
import { editConfiguration } from '../../../core/evaluate/board-edits.ts'
import { boardsSaved, changeBoard, pairKey } from '../../../core/evaluate/board-state.ts'
import { columnLetter, type Board } from '../../../core/evaluate/board.ts'
import {
  columnAttachmentIssues,
  type ColumnIssue,
} from '../../../core/evaluate/conversation/column-attachments.ts'
import { withMessage } from '../../../core/evaluate/conversation/conversation.ts'
import type { RunPlan } from '../../../core/evaluate/run/run-plan.ts'
import { sessionText } from '../../../core/storage/db/browser-storage.ts'
import { client } from '../../../page/client.ts'
import { boards, evaluation } from '../../../page/evaluate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { cx } from '../../../ui/cx.ts'
import { SecretNotice } from '../../../ui/feedback/secret-notice.tsx'
import { takesFiles } from '../../../ui/take-files.ts'
import { AttachButton, AttachedPart, readFiles } from '../cases/attach-button.tsx'
import { useModelsOf } from '../grid/model-select.tsx'
import { PriceInWords, usePrice } from '../price.tsx'

/** Writes the one message that goes to every column, and says what that may cost together. */
export function MessageComposer({ board }: { board: Board }) {
  const draftKey = `playground.evaluate.message.${board.id}`
  const [text, setText] = useState(() => sessionText.load(draftKey) ?? '')
  const [attached, setAttached] = useState<readonly ReadAttachment[]>([])
  const [faults, setFaults] = useState<readonly string[]>([])
  const [held, setHeld] = useState<SecretIssue>()
  const isRunning = useStore(evaluation.state, ({ status }) => status === 'running')
  const isConnected = useStore(client.connections.store, ({ open }) => open.length > 0)
  const isEmpty = text.trim() === '' && attached.length === 0
  const load = useMemo(
    () =>
      isEmpty || isRunning ? undefined : () => planMessage(text, attached).then(({ plan }) => plan),
    // oxlint-disable-next-line react/exhaustive-deps -- planned on the board as it stands
    [board, text, attached, isEmpty, isRunning],
  )
  const price = usePrice(load)
  const issues = useAttachmentIssues(board, attached)
  const isRefused = issues.some(({ level }) => level === 'error')
  const write = (next: string) => {
    setText(next)
    setFaults([])
    setHeld(undefined)
    if (next === '') sessionText.remove(draftKey)
    else sessionText.save(draftKey, next)
  }
  const attach = (read: readonly ReadAttachment[]) => setAttached((before) => [...before, ...read])
  const send = async ({ isMeant = false } = {}) => {
    if (isEmpty || isRunning || isRefused) return
    const [secret] = isMeant ? [] : findSecrets(client, text)
    setHeld(secret)
    if (secret !== undefined) return
    const { next, plan } = await planMessage(text, attached)
    const { configurations } = next
    setFaults(
      plan.faults.map(({ cell, messages }) => {
        const index = configurations.findIndex(({ id }) => id === cell.configurationId)
        return `${columnLetter(index)}: ${messages.join(' ')}`
      }),
    )
    if (plan.faults.length > 0) return
    changeBoard(boards, () => next)
    write('')
    setAttached([])
    // A cell is written before it is sent, and only to a board that is stored.
    await boardsSaved(boards)
    await evaluation.start(plan)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className={cx(
        'mx-auto flex w-full max-w-[50rem] shrink-0 flex-col gap-2 bg-surface-0 px-2 pt-2 pb-3 sm:px-4',
        // It must not lie on what an empty board offers.
        board.cases.length > 0 && 'sticky bottom-0 z-2',
      )}
    >
      <div
        {...takesFiles((files) => void readFiles(files).then(attach))}
        className="rounded-lg border bg-surface-1 has-[textarea:focus]:border-accent"
      >
        {attached.length > 0 && (
          <ul aria-label="Attachments" className="flex flex-wrap gap-2 px-3 pt-2">
            {attached.map(({ attachment: { id }, part }) => (
              <li key={id}>
                <AttachedPart
                  part={part}
                  onRemove={() =>
                    setAttached((all) => all.filter(({ attachment }) => attachment.id !== id))
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <TextArea
          aria-label="Message"
          placeholder="Message all configurations"
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
          className="block max-h-[30vh] min-h-12! border-transparent! bg-transparent! px-3 pt-3! text-base! outline-none!"
        />
        <div className="flex items-center gap-2 px-2 pb-2">
          <AttachButton label="Attach" onAttach={attach} />
          <p className="min-w-0 grow truncate text-xs text-text-3">
            {price !== undefined && price.requests > 0 && <PriceInWords price={price} />}
          </p>
          <Button
            type="submit"
            variant="primary"
            disabled={isEmpty || isRunning || isRefused || !isConnected}
            title={isRunning ? 'Wait for the responses, or stop them' : undefined}
          >
            <ArrowUp size={14} aria-hidden /> Send
          </Button>
        </div>
      </div>
      <AttachmentIssues board={board} issues={issues} />
      {held !== undefined && (
        <SecretNotice
          found={held.message}
          onTakeOut={() => write(held.without)}
          onSend={() => void send({ isMeant: true })}
        />
      )}
      {faults.length > 0 && (
        <ul role="alert" className="text-sm text-bad">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </form>
  )
}

/** What there is to say about what is attached, in every column. */
function useAttachmentIssues(board: Board, attached: readonly ReadAttachment[]): ColumnIssue[] {
  const modelsOf = useModelsOf(board.configurations)
  const attachments = attached.map(({ attachment }) => attachment)
  return columnAttachmentIssues(board, attachments, modelsOf)
}

interface AttachmentIssuesProps {
  board: Board
  issues: readonly ColumnIssue[]
}

/** What is wrong with the attachments, and in which columns. */
function AttachmentIssues({ board, issues }: AttachmentIssuesProps) {
  return (
    <ul aria-label="Attachment checks" aria-live="polite" className="flex flex-col gap-1 text-sm">
      {issues.map(({ level, message, fixes, configurations }) => {
        const letters = configurations.map((one) => columnLetter(board.configurations.indexOf(one)))
        return (
          <li key={message} className="flex flex-wrap items-center gap-2">
            <span className={TONES[level]}>
              {letters.join(', ')}: {message}
            </span>
            {fixes.map((fix) => {
              if (fix.kind !== 'use-model') return null
              const { model } = fix
              const change = (now: Board) =>
                configurations.reduce(
                  (next, one) => editConfiguration(next, { ...one, model }),
                  now,
                )
              return (
                <Button key={fix.label} onClick={() => changeBoard(boards, change)}>
                  {fix.label}
                </Button>
              )
            })}
          </li>
        )
      })}
    </ul>
  )
}

const TONES = { error: 'text-bad', warning: 'text-warn', note: 'text-text-2' }

/** The board on the screen with a message, and the run that sends it. Changes and sends nothing. */
async function planMessage(
  text: string,
  attached: readonly ReadAttachment[],
): Promise<{ next: Board; plan: RunPlan }> {
  const { board } = boards.state.getState()
  const { cells } = boards.cells.getState()
  const content: UserMessage['content'] =
    attached.length === 0
      ? text
      : [
          ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
          ...attached.map(({ part }) => part),
        ]
  const wasSent = (caseId: string) =>
    board.configurations.some(({ id: configurationId }) =>
      cells.get(pairKey({ caseId, configurationId }))?.some(({ startedAt }) => startedAt > 0),
    )
  const world = boards.client.world
  const { board: next, caseId } = withMessage(world, board, { role: 'user', content }, wasSent)
  const plan = await evaluation.plan(next, { caseId })
  // It was changed meanwhile.
  return boards.state.getState().board === board ? { next, plan } : planMessage(text, attached)
}
