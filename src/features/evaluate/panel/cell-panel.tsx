import RotateCw from 'lucide-react/icons/rotate-cw'
import ScanSearch from 'lucide-react/icons/scan-search'
import { useState } from 'react'
import { useStore } from 'zustand'

import { pairKey } from '../../../core/evaluate/board-state.ts'
import {
  columnLetter,
  type Board,
  type Case,
  type Cell,
  type CellRecord,
  type CellResponse,
} from '../../../core/evaluate/board.ts'
import { wordDifferences } from '../../../core/evaluate/word-differences.ts'
import { formatDuration } from '../../../core/format/duration.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { boards, evaluation } from '../../../page/evaluate.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { OutcomeList } from '../checks/outcome-list.tsx'
import { StatusMark } from '../grid/board-cell.tsx'
import { runCell } from '../run-cell.ts'
import { Select } from '../select.tsx'
import { PANEL } from './panel.ts'
import { ResponseText } from './response-text.tsx'

const NO_CELLS: readonly CellRecord[] = []

interface CellPanelProps {
  board: Board
  case: Case
  /** Of the case, from 1. */
  number: number
  configurationId: string
  onClose: () => void
}

/** All of a cell: its response, what every check found, and how it differs from the others in its row. */
export function CellPanel({ board, case: row, number, configurationId, onClose }: CellPanelProps) {
  const records = useStore(
    boards.cells,
    ({ cells }) => cells.get(pairKey({ caseId: row.id, configurationId })) ?? NO_CELLS,
  )
  const [chosen, setChosen] = useState(0)
  const repeat = Math.min(chosen, board.repeats - 1)
  const record = records.find((one) => one.repeat === repeat)
  const letter = columnLetter(board.configurations.findIndex(({ id }) => id === configurationId))
  const isRunning = useStore(evaluation.state, ({ status }) => status === 'running')
  const exchangeId = record?.response?.exchangeId
  return (
    <Sheet title={`Case ${number}, ${letter}`} onClose={onClose} className={PANEL}>
      <div className="flex flex-col gap-4 p-3 pt-0">
        {board.repeats > 1 && (
          <Select
            aria-label="Repeat"
            options={Array.from({ length: board.repeats }, (_, at) => ({
              value: at,
              label: `Repeat ${at + 1}`,
            }))}
            value={repeat}
            onChange={setChosen}
            className="self-start"
          />
        )}
        <Figures record={record} />
        <div className="flex flex-wrap gap-2">
          <Button disabled={exchangeId === undefined} onClick={() => openInspector(exchangeId)}>
            <ScanSearch size={14} aria-hidden /> Open in Inspector
          </Button>
          <Button
            disabled={isRunning}
            onClick={() => void runCell(board, { caseId: row.id, configurationId, repeat })}
          >
            <RotateCw size={14} aria-hidden /> Run again
          </Button>
        </div>
        {record?.error !== undefined && <p className="text-warn">{record.error.message}</p>}
        {record?.outcomes !== undefined && record.outcomes.length > 0 && (
          <section aria-label="Checks" className="flex flex-col gap-1.5">
            <h3 className="font-medium">Checks</h3>
            <OutcomeList
              outcomes={record.outcomes}
              checks={[...board.checks, ...(row.checks ?? [])]}
            />
          </section>
        )}
        {record?.response !== undefined && (
          <Response board={board} of={record} response={record.response} />
        )}
      </div>
    </Sheet>
  )
}

function Figures({ record }: { record: CellRecord | undefined }) {
  const { timeToFirstToken, duration, cost, usage } = record?.response ?? {}
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-2 tabular-nums">
      <span className="flex items-center gap-1.5">
        <StatusMark status={record?.status ?? 'waiting'} />
        {record?.status ?? 'waiting'}
      </span>
      {timeToFirstToken !== undefined && (
        <span>
          first token <span className="text-time">{formatDuration(timeToFirstToken)}</span>
        </span>
      )}
      {duration !== undefined && (
        <span>
          total <span className="text-time">{formatDuration(duration)}</span>
        </span>
      )}
      {usage !== undefined && (
        <span>
          {usage.prompt} + {usage.completion} tokens
        </span>
      )}
      {cost !== undefined && <span className="text-money">{formatMicroUsd(cost)}</span>}
    </p>
  )
}

interface ResponseProps {
  board: Board
  of: Cell
  response: CellResponse
}

function Response({ board, of: { caseId, configurationId }, response }: ResponseProps) {
  const cells = useStore(boards.cells, (state) => state.cells)
  const others = board.configurations.flatMap(({ id }, index) => {
    const [record] = cells.get(pairKey({ caseId, configurationId: id })) ?? []
    return id === configurationId || record?.response === undefined
      ? []
      : [
          {
            value: id,
            label: `Differences from ${columnLetter(index)}`,
            text: record.response.text,
          },
        ]
  })
  const [otherId, setOtherId] = useState('')
  const other = others.find(({ value }) => value === otherId)
  const parts = other && wordDifferences(response.text, other.text)
  return (
    <section aria-label="Response" className="flex flex-col gap-1.5">
      <div className="flex min-h-8 items-center gap-2">
        <h3 className="grow font-medium">Response</h3>
        {others.length > 0 && (
          <Select
            aria-label="Compare with"
            options={[{ value: '', label: 'No comparison' }, ...others]}
            value={otherId}
            onChange={setOtherId}
          />
        )}
      </div>
      {parts !== undefined && (
        <p className="whitespace-pre-wrap">
          {parts.map((part, at) =>
            part.isOwn ? (
              <mark key={at} className="rounded-sm bg-accent/15 text-text-1">
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </p>
      )}
      {parts === undefined && <ResponseText {...response} />}
    </section>
  )
}
