import MessageSquareShare from 'lucide-react/icons/message-square-share'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ScanSearch from 'lucide-react/icons/scan-search'
import Square from 'lucide-react/icons/square'
import { useMemo } from 'react'
import { useStore } from 'zustand'

import { isSettled } from '../../../../contract/chat/answer-phase.ts'
import type { ChatRun } from '../../../core/client/chat-completion.ts'
import { cellKey, type Board, type Cell, type CellRecord } from '../../../core/evaluate/board.ts'
import { chatOfColumn } from '../../../core/evaluate/conversation/chat-of-column.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { restoreConversation } from '../../../core/storage/conversations/conversations.ts'
import { boards, evaluation } from '../../../page/evaluate.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { ChangeCap } from '../../failures/way-on.tsx'
import { wholeText, type ResponseText } from './response-text.ts'

interface ConversationCellProps {
  board: Board
  cell: Cell
  record: CellRecord | undefined
  /** What its response is best at. */
  verdicts: readonly string[]
  /** Nothing was sent after it. */
  isLast: boolean
  responseText: ResponseText
}

/** A response in a column: as it comes, whole, or why there is none, and what can be done with it. */
export function ConversationCell(props: ConversationCellProps) {
  const { board, cell, record, verdicts, isLast, responseText: Text } = props
  const live = useStore(evaluation.state, (state) =>
    state.boardId === board.id ? state.live[cellKey(cell)] : undefined,
  )
  const { text = record?.partial ?? '', toolCalls = [] } = record?.response ?? {}
  const source = useMemo(
    () => (live === undefined ? wholeText(text) : liveText(live)),
    [live, text],
  )
  const isShown = live !== undefined || text !== ''
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {isShown && <Text source={source} />}
      {live === undefined &&
        toolCalls.map((call, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- calls have no other name
          <p key={at} className="font-mono text-xs break-words whitespace-pre-wrap">
            {call.name}({call.arguments})
          </p>
        ))}
      {live === undefined ? (
        <>
          <Fault board={board} cell={cell} record={record} />
          <Figures record={record} verdicts={verdicts} />
          {isLast && <Actions board={board} cell={cell} record={record} />}
        </>
      ) : (
        <Progress live={live} />
      )}
    </div>
  )
}

function liveText({ answer }: ChatRun) {
  return {
    text: () => answer.getState().choices[0]?.content ?? '',
    finished: () => isSettled(answer.getState().phase),
    subscribe: (listener: () => void) => answer.subscribe(listener),
  }
}

function Progress({ live }: { live: ChatRun }) {
  const isStreaming = useStore(live.answer, ({ choices }) => choices.length > 0)
  const isQueued = useStore(live.queued)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => live.stop()}>
        <Square size={14} aria-hidden /> Stop
      </Button>
      <p role="status" className="text-text-3">
        {isQueued
          ? 'Queued: 4 responses are already streaming. Not sent yet'
          : isStreaming
            ? 'Streaming'
            : 'Waiting for the first token'}
      </p>
    </div>
  )
}

interface PlaceProps {
  board: Board
  cell: Cell
  record: CellRecord | undefined
}

/** Why there is no whole response. */
function Fault({ board, cell, record }: PlaceProps) {
  const { status, boardId, reason } = useStore(evaluation.state)
  const isStopped = status === 'stopped' && boardId === board.id
  if (record?.error !== undefined) return <p className="text-warn">{record.error.message}</p>
  if (record?.status === 'running') return <p className="text-text-3">Running in another tab</p>
  if (record?.response !== undefined) return null
  if (isStopped && record !== undefined && reason?.failure?.kind === 'over_spend_cap')
    return (
      <ErrorNotice
        title={reason.message}
        actions={
          <>
            <ChangeCap />
            <Button onClick={() => void send(board, cell, true)}>Send anyway</Button>
          </>
        }
      >
        Nothing was sent.
      </ErrorNotice>
    )
  return <p className="text-text-3">Not sent</p>
}

function Figures({ record, verdicts }: Pick<ConversationCellProps, 'record' | 'verdicts'>) {
  const { timeToFirstToken, duration, usage, cost } = record?.response ?? {}
  if (record?.response === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-2 tabular-nums">
      {timeToFirstToken !== undefined && (
        <span className="text-time" title="Time to first token">
          {formatDuration(timeToFirstToken)}
        </span>
      )}
      {duration !== undefined && (
        <span className="text-time" title="Total time">
          {formatDuration(duration)}
        </span>
      )}
      {usage !== undefined && (
        <span title="Tokens: prompt→completion">
          {usage.prompt}→{usage.completion}
        </span>
      )}
      {cost !== undefined && (
        <span className="text-money" title="Cost">
          {formatMicroUsd(cost)}
        </span>
      )}
      {verdicts.map((words) => (
        <Badge key={words} tone="good">
          {words}
        </Badge>
      ))}
    </div>
  )
}

function Actions({ board, cell, record }: PlaceProps) {
  const [, navigate] = useLocation()
  const isRunning = useStore(evaluation.state, ({ status }) => status === 'running')
  const exchangeId = record?.response?.exchangeId
  if (record === undefined) return null
  const openAsChat = async () => {
    const configuration = board.configurations.find(({ id }) => id === cell.configurationId)
    if (configuration === undefined) return
    const { cells } = boards.cells.getState()
    const loaded = chatOfColumn(boards.client.world, board, configuration, cells)
    try {
      await restoreConversation(loaded)
      navigate(`/chat/${loaded.conversation.id}`)
    } catch {
      showToast('Not enough storage for another conversation. The board is unchanged.')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button disabled={isRunning} onClick={() => void send(board, cell)}>
        <RotateCw size={14} aria-hidden /> Run again
      </Button>
      <Button variant="ghost" onClick={() => void openAsChat()}>
        <MessageSquareShare size={14} aria-hidden /> Open as chat
      </Button>
      {exchangeId !== undefined && (
        <IconButton label="Inspect" onClick={() => openInspector(exchangeId)}>
          <ScanSearch size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** Sends one cell, once; in spite of the spend limits of the page where a person lets it. */
async function send(board: Board, cell: Cell, overCaps = false): Promise<void> {
  const plan = await evaluation.plan(board, cell)
  const [fault] = plan.faults
  if (fault !== undefined) showToast(fault.messages[0] ?? 'This cell can’t run')
  else await evaluation.start(overCaps ? { ...plan, overCaps } : plan)
}
