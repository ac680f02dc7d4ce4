import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { editConfiguration } from '../../../core/evaluate/board-edits.ts'
import { changeBoard, pairKey } from '../../../core/evaluate/board-state.ts'
import {
  type Board,
  type Case,
  type CellRecord,
  type CheckOutcome,
  columnLetter,
  type Configuration,
} from '../../../core/evaluate/board.ts'
import { describeCheck } from '../../../core/evaluate/checks/check-kinds.ts'
import type { Check } from '../../../core/evaluate/checks/check.ts'
import { checksOf, outcomeOf } from '../../../core/evaluate/checks/outcomes.ts'
import { cellView, type ShownCase } from '../../../core/evaluate/results/cell-view.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { boards } from '../../../page/evaluate.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { cx } from '../../../ui/cx.ts'
import { useChatParts } from '../chat-parts.ts'
import { StateMark } from '../grid/board-cell.tsx'
import { useConnectionOf } from '../grid/configuration-header.tsx'
import { ConversationCell } from '../grid/conversation-cell.tsx'
import { BoardPanel, type Panel } from './board-panel.tsx'
import { CasePanel } from './case-panel.tsx'
import { ChecksEditor } from './checks-editor.tsx'

interface OpenPanelProps {
  panel: Panel
  board: Board
  rows: readonly ShownCase[]
  onOpen: (panel: Panel) => void
  onClose: () => void
}

/** What was pressed, as long as it is on the board. */
export function OpenPanel(props: OpenPanelProps) {
  const { panel, board, rows, onOpen, onClose } = props
  const configuration =
    'configurationId' in panel
      ? board.configurations.find(({ id }) => id === panel.configurationId)
      : undefined
  if (panel.kind === 'configuration')
    return configuration === undefined ? null : (
      <ConfigurationPanel board={board} configuration={configuration} onClose={onClose} />
    )
  if (panel.kind === 'prompt') return <PromptPanel board={board} onClose={onClose} />
  if (panel.kind === 'checks') return <ChecksPanel openId={panel.openId} onClose={onClose} />
  const at = board.cases.findIndex(({ id }) => id === panel.caseId)
  const row = board.cases[at]
  if (row === undefined || (panel.kind === 'cell' && configuration === undefined)) return null
  if (panel.kind === 'case')
    return <CasePanel board={board} case={row} number={at + 1} onClose={onClose} />
  const { configurations } = board
  const count = rows.length * configurations.length
  const step = (by: -1 | 1) => {
    const place =
      rows.findIndex((shown) => shown.case === row) * configurations.length +
      configurations.findIndex((one) => one === configuration)
    const next = (place + by + count) % count
    const { id: caseId } = rows[Math.floor(next / configurations.length)]?.case ?? {}
    const { id: configurationId } = configurations[next % configurations.length] ?? {}
    if (caseId !== undefined && configurationId !== undefined)
      onOpen({ kind: 'cell', caseId, configurationId })
  }
  return (
    <CellPanel
      board={board}
      case={row}
      number={at + 1}
      configurationId={panel.configurationId}
      onClose={onClose}
      onStep={count > 1 ? step : undefined}
    />
  )
}

interface ConfigurationPanelProps {
  board: Board
  configuration: Configuration
  onClose: () => void
}

function ConfigurationPanel(props: ConfigurationPanelProps) {
  const { board, configuration, onClose } = props
  const { SettingGroups } = useChatParts()
  const { id, model, settings, system = '' } = configuration
  const connection = useConnectionOf(configuration)
  const [isLinked, setIsLinked] = useState(false)
  const change = (apply: (before: Configuration) => Configuration) =>
    changeBoard(boards, (now) =>
      now.configurations
        .filter((one) => isLinked || one.id === id)
        .reduce((next, one) => editConfiguration(next, apply(one)), now),
    )
  const letter = columnLetter(board.configurations.findIndex((one) => one.id === id))
  return (
    <BoardPanel title={`Configuration ${letter}`} onClose={onClose}>
      <div className="flex flex-col gap-3">
        {board.configurations.length > 1 && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={isLinked}
              onChange={({ target }) => setIsLinked(target.checked)}
            />
            Change in all configurations
          </label>
        )}
        <div className="flex flex-col gap-1">
          <span aria-hidden className="text-text-2">
            System message
          </span>
          <TextArea
            aria-label="System message"
            value={system}
            rows={3}
            placeholder="Instructions for the model"
            onChange={({ target: { value } }) =>
              change(({ system: _, ...rest }) => (value === '' ? rest : { ...rest, system: value }))
            }
            className="max-h-60"
          />
        </div>
        <SettingGroups
          settings={settings}
          model={model}
          connection={connection}
          onChange={(apply) =>
            change((before) => ({ ...before, settings: apply(before.settings) }))
          }
        />
      </div>
    </BoardPanel>
  )
}

function PromptPanel({ board, onClose }: { board: Board; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <BoardPanel title="Prompt" onClose={onClose}>
      <TextArea
        ref={field}
        aria-label="Prompt"
        rows={6}
        value={board.prompt}
        spellCheck={false}
        placeholder="{{input}}"
        onChange={({ target: { value } }) =>
          changeBoard(boards, (now) => ({ ...now, prompt: value }))
        }
        className="max-h-[60vh]"
      />
      <p className="mt-2 text-text-2">
        Sent for every case without messages of its own. {'{{name}}'} resolves to its value.
      </p>
    </BoardPanel>
  )
}

function ChecksPanel({ openId, onClose }: { openId: string | undefined; onClose: () => void }) {
  const [open, setOpen] = useState(openId)
  return (
    <BoardPanel title="Checks" onClose={onClose}>
      <ChecksEditor openId={open} onOpen={setOpen} />
    </BoardPanel>
  )
}

const NO_CELLS: readonly CellRecord[] = []

interface CellPanelProps {
  board: Board
  case: Case
  /** Of the case, from 1. */
  number: number
  configurationId: string
  onClose: () => void
  /** Shows the cell before (-1) or behind (1); undefined where there is no other. */
  onStep: ((by: -1 | 1) => void) | undefined
}

function CellPanel(props: CellPanelProps) {
  const { board, case: row, number, configurationId, onClose, onStep } = props
  const records = useStore(
    boards.cells,
    ({ cells }) => cells.get(pairKey({ caseId: row.id, configurationId })) ?? NO_CELLS,
  )
  const [chosen, setChosen] = useState(0)
  const repeat = Math.min(chosen, board.repeats - 1)
  const record = records.find((one) => one.repeat === repeat)
  const checks = checksOf(board, row)
  const alone = record ? [{ ...record, repeat: 0 }] : []
  const { state } = cellView({ ...board, repeats: 1 }, row, alone)
  const letter = columnLetter(board.configurations.findIndex(({ id }) => id === configurationId))
  return (
    <BoardPanel
      title={`Case ${number}, ${letter}`}
      onClose={onClose}
      {...(onStep && {
        onStep,
        actions: (
          <>
            <IconButton label="Previous cell" onClick={() => onStep(-1)}>
              <ChevronLeft size={16} aria-hidden />
            </IconButton>
            <IconButton label="Next cell" onClick={() => onStep(1)}>
              <ChevronRight size={16} aria-hidden />
            </IconButton>
          </>
        ),
      })}
    >
      <div className="flex flex-col gap-4">
        <div className="flex min-h-8 items-center gap-1.5 text-text-2">
          <StateMark state={state} />
          <span className="grow">{state}</span>
          {board.repeats > 1 && (
            <Select
              aria-label="Repeat"
              options={Array.from({ length: board.repeats }, (_, at) => ({
                value: at,
                label: `Repeat ${at + 1}`,
              }))}
              value={repeat}
              onChange={setChosen}
            />
          )}
        </div>
        {record?.status === 'done' && checks.length > 0 && (
          <OutcomeList case={row} checks={checks} outcomes={record.outcomes} />
        )}
        <section aria-label="Response">
          <ConversationCell
            key={`${configurationId} ${row.id} ${repeat}`}
            board={board}
            cell={{ caseId: row.id, configurationId, repeat }}
            record={record}
            isLast
          />
        </section>
      </div>
    </BoardPanel>
  )
}

interface OutcomeListProps {
  case: Case
  checks: readonly Check[]
  outcomes: readonly CheckOutcome[] | undefined
}

const looks = {
  passed: { word: 'Passed', tone: 'text-good', Icon: CircleCheck },
  failed: { word: 'Failed', tone: 'text-bad', Icon: CircleX },
  undecided: { word: 'Undecided', tone: 'text-warn', Icon: CircleHelp },
  open: { word: 'Not checked', tone: 'text-text-2', Icon: CircleDashed },
}

function OutcomeList({ case: row, checks, outcomes }: OutcomeListProps) {
  return (
    <ul aria-label="Check results" className="flex flex-col gap-2 text-sm">
      {checks.map((check) => {
        const { result = 'open', reason, cost } = outcomeOf(check, row, outcomes) ?? {}
        const { word, tone, Icon } = looks[result]
        return (
          <li key={check.id} className="flex gap-2">
            <Icon size={15} aria-hidden className={cx('mt-0.5 shrink-0', tone)} />
            <div className="min-w-0">
              <span className={cx('font-medium', tone)}>{word}</span> {describeCheck(check)}
              {cost !== undefined && <span className="text-text-3"> · {formatMicroUsd(cost)}</span>}
              {reason !== undefined && <p className="text-text-2">{reason}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
