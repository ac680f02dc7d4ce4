import ArrowUp from 'lucide-react/icons/arrow-up'
import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import type { ContentPart, UserMessage } from '../../../contract/chat/messages.ts'
import { type ReadAttachment, readAttachments } from '../../core/chat/content-parts/content-part.ts'
import { findSecrets, type SecretIssue } from '../../core/client/connection/extra-headers.ts'
import { boardsSaved, changeBoard, pairKey } from '../../core/evaluate/board-state.ts'
import { type Board, columnLetter } from '../../core/evaluate/board.ts'
import { attachmentWarnings, withMessage } from '../../core/evaluate/conversation.ts'
import type { RunPlan, RunPrice } from '../../core/evaluate/run/run-plan.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { formatNumber } from '../../core/format/units.ts'
import { sessionText } from '../../core/storage/db/browser-storage.ts'
import { browserMedia } from '../../media/browser-media.ts'
import { client } from '../../page/client.ts'
import { boards, compared, evaluation, messageKey } from '../../page/evaluate.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { pickFiles } from '../../ui/controls/file-picker.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { cx } from '../../ui/cx.ts'
import { SecretNotice } from '../../ui/feedback/secret-notice.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { takesFiles } from '../../ui/files.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'

/** Writes the one message that goes to every column, and says what that may cost together. */
export function MessageComposer({ board }: { board: Board }) {
  const draftKey = messageKey(board.id)
  const field = useRef<HTMLTextAreaElement>(null)
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
  useEffect(() => {
    if (compared.boardId !== board.id) return
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
    delete compared.boardId
  }, [board.id])
  const warnings = useWarnings(board, attached)
  const write = (next: string) => {
    setText(next)
    setFaults([])
    setHeld(undefined)
    if (next === '') sessionText.remove(draftKey)
    else sessionText.save(draftKey, next)
  }
  const attach = (read: readonly ReadAttachment[]) => setAttached((before) => [...before, ...read])
  const send = async ({ isMeant = false } = {}) => {
    if (isEmpty || isRunning) return
    const [secret] = isMeant ? [] : findSecrets(client, text)
    setHeld(secret)
    if (secret !== undefined) return
    const { next, plan } = await planMessage(text, attached)
    setFaults(
      plan.faults.map(({ cell: { configurationId }, messages }) => {
        const index = next.configurations.findIndex(({ id }) => id === configurationId)
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
            {attached.map((one) => (
              <li key={one.attachment.id}>
                <AttachedPart
                  part={one.part}
                  onRemove={() => setAttached((all) => all.filter((other) => other !== one))}
                />
              </li>
            ))}
          </ul>
        )}
        <TextArea
          ref={field}
          aria-label="Message"
          placeholder="Message all configurations"
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            void send()
          }}
          className="block max-h-[30vh] min-h-12! border-transparent! bg-transparent! px-3 pt-3! text-base! outline-none!"
        />
        <div className="flex items-center gap-2 px-2 pb-2">
          <AttachButton label="Attach" onAttach={attach} />
          <p className="min-w-0 grow truncate text-xs text-text-3">
            {price !== undefined && price.requests > 0 && <PriceInWords price={price} />}
          </p>
          <Button
            type="submit"
            variant={isEmpty ? 'plain' : 'primary'}
            disabled={isEmpty || isRunning || !isConnected}
            title={isRunning ? 'Wait for the responses, or stop them' : undefined}
          >
            <ArrowUp size={14} aria-hidden /> Send
          </Button>
        </div>
      </div>
      <ul aria-label="Attachment checks" aria-live="polite" className="text-sm text-warn">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
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

function useWarnings(board: Board, attached: readonly ReadAttachment[]): readonly string[] {
  const load = () =>
    attachmentWarnings(
      client,
      board,
      attached.map(({ attachment }) => attachment),
    )
  return useLoaded(load, [board, attached]) ?? []
}

/** The board on the screen with a message, and the run that sends it. Changes and sends nothing. */
async function planMessage(
  text: string,
  attached: readonly ReadAttachment[],
): Promise<{ next: Board; plan: RunPlan }> {
  const { board } = boards.state.getState()
  const { cells } = boards.cells.getState()
  const parts = attached.map(({ part }) => part)
  const content: UserMessage['content'] =
    parts.length === 0
      ? text
      : [...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]), ...parts]
  const wasSent = (caseId: string) =>
    board.configurations.some(({ id: configurationId }) =>
      cells.get(pairKey({ caseId, configurationId }))?.some(({ startedAt }) => startedAt > 0),
    )
  const { world } = boards.client
  const { board: next, caseId } = withMessage(world, board, { role: 'user', content }, wasSent)
  const plan = await evaluation.plan(next, { caseId })
  // It was changed meanwhile.
  return boards.state.getState().board === board ? { next, plan } : planMessage(text, attached)
}

interface AttachButtonProps {
  label: string
  onAttach: (read: readonly ReadAttachment[]) => void
}

/** Reads files of this device as content parts; what can't be sent is named. */
export function AttachButton({ label, onAttach }: AttachButtonProps) {
  const attach = async () => onAttach(await readFiles(await pickFiles()))
  return (
    <IconButton label={label} onClick={() => void attach()}>
      <Paperclip size={14} aria-hidden />
    </IconButton>
  )
}

/** Reads files; those that can't be sent are named. */
export const readFiles = (files: readonly File[]) =>
  readAttachments(client, browserMedia, files, showToast)

interface AttachedPartProps {
  part: ContentPart
  onRemove?: () => void
}

/** What is attached to a message, by its name; nothing for a text. */
export function AttachedPart({ part, onRemove }: AttachedPartProps) {
  if (part.type === 'text') return null
  const name = partName(part)
  return (
    <span className="flex items-center gap-1 text-sm text-text-2">
      <Paperclip size={14} aria-hidden /> {name}
      {onRemove && (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

function partName(part: Exclude<ContentPart, { type: 'text' }>): string {
  if (part.type === 'file') return part.file.filename ?? 'File'
  return { image_url: 'Image', input_audio: 'Audio', video_url: 'Video' }[part.type]
}

/** After a change the price waits so long for the next one, ms. */
const PRICE_AFTER_MS = 300

/** What something may cost, a moment after it has changed. `load` changes with it; without one there is no price. */
export function usePrice(
  load: ((signal: AbortSignal) => Promise<RunPrice | undefined>) | undefined,
): RunPrice | undefined {
  const [price, setPrice] = useState<RunPrice>()
  useEffect(() => {
    if (load === undefined) return
    const changed = new AbortController()
    const show = async () => {
      // A price that can't be had is shown with the next change, or once it is run.
      const next = await load(changed.signal).catch(() => undefined)
      if (!changed.signal.aborted) setPrice(next)
    }
    const timer = setTimeout(() => void show(), PRICE_AFTER_MS)
    return () => {
      changed.abort()
      clearTimeout(timer)
      setPrice(undefined)
    }
  }, [load])
  return price
}

/** "12 requests, max cost $0.01". */
export function PriceInWords({ price }: { price: RunPrice }) {
  return (
    <>
      {requestsInWords(price)}, <span className="text-money">{maxCostInWords(price)}</span>
    </>
  )
}

/** How many requests and judgments there are to be. */
export function requestsInWords({ requests, judgments }: RunPrice): string {
  const sent = `${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'}`
  if (judgments === 0) return sent
  return `${requests === 0 ? '' : `${sent} and `}up to ${formatNumber(judgments)} judgments`
}

function maxCostInWords({ maxCost, unknownCosts }: RunPrice): string {
  if (unknownCosts === 0) return `max cost ${formatMicroUsd(maxCost)}`
  return maxCost === 0 ? 'cost unknown' : `${formatMicroUsd(maxCost)} and unknown costs`
}
