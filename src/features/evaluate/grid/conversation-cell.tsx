import MessageSquareShare from 'lucide-react/icons/message-square-share'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ScanSearch from 'lucide-react/icons/scan-search'
import Square from 'lucide-react/icons/square'
import { useState } from 'react'
import { useStore } from 'zustand'

import type { ChatRun } from '../../../core/client/chat-completion.ts'
import { cellKey, type Board, type Cell, type CellRecord } from '../../../core/evaluate/board.ts'
import { chatOfColumn, versionOfCell } from '../../../core/evaluate/chat-of-column.ts'
import { casesBefore } from '../../../core/evaluate/conversation.ts'
import { restoreConversation } from '../../../core/storage/conversations/conversations.ts'
import { boards, evaluation } from '../../../page/evaluate.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'
import { ChangeCap } from '../../failures/way-on.tsx'
import { useChatParts } from '../chat-parts.ts'

interface ConversationCellProps {
  board: Board
  cell: Cell
  record: CellRecord | undefined
  /** Nothing was sent after it. */
  isLast: boolean
}

/** A response in a column: as it comes, whole, or why there is none, and what can be done with it. */
export function ConversationCell(props: ConversationCellProps) {
  const { board, cell, record, isLast } = props
  const live = useStore(evaluation.state, (state) =>
    state.boardId === board.id ? state.live[cellKey(cell)] : undefined,
  )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Response {...props} live={live} />
      {live === undefined ? (
        <>
          <Fault board={board} cell={cell} record={record} />
          {isLast && record !== undefined && <Actions board={board} cell={cell} record={record} />}
        </>
      ) : (
        <Button className="self-start" onClick={() => live.stop()}>
          <Square size={14} aria-hidden /> Stop
        </Button>
      )}
    </div>
  )
}

interface ResponseProps extends ConversationCellProps {
  live: ChatRun | undefined
}

function Response({ board, cell, record, live }: ResponseProps) {
  const { ResponseView: View } = useChatParts()
  const { clock } = boards.client.world
  const [last, setLast] = useState({ run: live, count: 0, since: clock.now() })
  if (live !== undefined && live !== last.run)
    setLast({ run: live, count: last.count + 1, since: clock.now() })
  const configuration = board.configurations.find(({ id }) => id === cell.configurationId)
  if (configuration === undefined || record === undefined) return null
  const lastId = last.run?.exchangeId()
  const hasCome = lastId !== undefined && lastId === record.response?.exchangeId
  const run = live ?? (hasCome ? last.run : undefined)
  const version = versionOfCell(record, configuration)
  if (run === undefined && version.answer.choices.length === 0) return null
  return (
    <View
      key={`${last.count} ${run ? 'run' : record.startedAt}`}
      version={live ? { ...version, startedAt: last.since } : version}
      run={run}
    />
  )
}

interface PlaceProps {
  board: Board
  cell: Cell
  record: CellRecord | undefined
}

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
            <Button onClick={() => void runCell(board, cell, true)}>Send anyway</Button>
          </>
        }
      >
        Nothing was sent.
      </ErrorNotice>
    )
  return <p className="text-text-3">Not sent</p>
}

function Actions({ board, cell, record }: PlaceProps) {
  const [, navigate] = useLocation()
  const isRunning = useStore(evaluation.state, ({ status }) => status === 'running')
  const exchangeId = record?.response?.exchangeId
  const openAsChat = async () => {
    const configuration = board.configurations.find(({ id }) => id === cell.configurationId)
    if (configuration === undefined) return
    const { cells } = boards.cells.getState()
    const at = board.cases.findIndex(({ id }) => id === cell.caseId)
    const cases = [...casesBefore(board.cases, at), ...board.cases.slice(at, at + 1)]
    const loaded = chatOfColumn(boards.client.world, { ...board, cases }, configuration, cells)
    try {
      await restoreConversation(loaded)
      navigate(`/chat/${loaded.conversation.id}`)
    } catch {
      showToast('Not enough storage for another conversation. The board is unchanged.')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button disabled={isRunning} onClick={() => void runCell(board, cell)}>
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
async function runCell(board: Board, cell: Cell, overCaps = false): Promise<void> {
  const plan = await evaluation.plan(board, cell)
  if (plan.cells.length === 0) showToast(plan.faults[0]?.messages[0] ?? 'This cell is running')
  else await evaluation.start(overCaps ? { ...plan, overCaps } : plan)
}
