import FolderInput from 'lucide-react/icons/folder-input'
import Plus from 'lucide-react/icons/plus'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { variableNames } from '../../core/chat/request/variables.ts'
import { addCases, addConfiguration } from '../../core/evaluate/board-edits.ts'
import { changeBoard, loadBoards } from '../../core/evaluate/board-state.ts'
import { MAX_CONFIGURATIONS, type Board } from '../../core/evaluate/board.ts'
import { isConversation } from '../../core/evaluate/conversation/conversation.ts'
import {
  filterCases,
  sortCases,
  type CaseFilter,
  type CaseOrder,
} from '../../core/evaluate/shown-cases.ts'
import { formatNumber } from '../../core/format/number.ts'
import { boards } from '../../page/evaluate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { BoardSetup } from './board-setup.tsx'
import { BoardTitle } from './board-title.tsx'
import { ImportCasesDialog } from './cases/import-cases-dialog.tsx'
import { ConversationView } from './conversation/conversation-view.tsx'
import { MessageComposer } from './conversation/message-composer.tsx'
import type { ResponseText, ResponseView } from './conversation/response-text.ts'
import { EmptyBoard } from './empty-board.tsx'
import { BoardGrid } from './grid/board-grid.tsx'
import { CasePanel } from './panel/case-panel.tsx'
import { CellPanel } from './panel/cell-panel.tsx'
import { ConfigurationPanel, type SettingGroups } from './panel/configuration-panel.tsx'
import { BoardSummary } from './results/board-summary.tsx'
import { openFile } from './results/open-file.ts'
import { RunBar } from './run-bar.tsx'

/** What the page shows beside the grid. */
type Panel =
  | { kind: 'cell'; caseId: string; configurationId: string }
  | { kind: 'case'; caseId: string }
  | { kind: 'configuration'; configurationId: string }

interface EvaluatePageProps {
  settingGroups: SettingGroups
  responseText: ResponseText
  responseView: ResponseView
}

/** Evaluate: cases by configurations, scored; a single case is a conversation in each of them. */
export function EvaluatePage({ settingGroups, ...responses }: EvaluatePageProps) {
  useEffect(() => void loadBoards(boards), [])
  const { board, loaded, unsaved } = useStore(boards.state)
  const cells = useDeferredValue(useStore(boards.cells, (state) => state.cells))
  const [filter, setFilter] = useState<CaseFilter>('all')
  const [panel, setPanel] = useState<Panel>()
  const [importing, setImporting] = useState(false)
  const [order, setOrder] = useState<CaseOrder>('board')
  const rows = useMemo(
    () => sortCases(filterCases(board, cells, filter), board, cells, order),
    [board, cells, filter, order],
  )
  const openCell = useCallback(
    (caseId: string, configurationId: string) =>
      setPanel({ kind: 'cell', caseId, configurationId }),
    [],
  )
  const openCase = useCallback((caseId: string) => setPanel({ kind: 'case', caseId }), [])
  const openConfiguration = useCallback(
    (configurationId: string) => setPanel({ kind: 'configuration', configurationId }),
    [],
  )
  const addCase = () => {
    const world = boards.client.world
    const draft = { variables: Object.fromEntries(variableNames(board.prompt).map((n) => [n, ''])) }
    changeBoard(boards, (now) => addCases(world, now, [draft]))
    const added = boards.state.getState().board.cases.at(-1)
    setFilter('all')
    if (added !== undefined) openCase(added.id)
  }
  const caseButtons = (
    <>
      <Button onClick={addCase}>
        <Plus size={14} aria-hidden /> Add case
      </Button>
      <Button onClick={() => setImporting(true)}>
        <FolderInput size={14} aria-hidden /> Import cases
      </Button>
    </>
  )
  if (!loaded) return null
  const isOneRow = isConversation(board)
  const hasChecks = [board, ...board.cases].some(({ checks = [] }) => checks.length > 0)
  const place = {
    board,
    openKey: panel?.kind === 'cell' ? `${panel.caseId}/${panel.configurationId}` : undefined,
    onOpenCell: openCell,
    onOpenCase: openCase,
    onOpenConfiguration: openConfiguration,
  }
  return (
    <div
      className="@container flex h-full min-h-0"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file !== undefined) void openFile(file)
      }}
    >
      <div className="flex min-w-0 grow flex-col overflow-y-auto">
        <div className="flex shrink-0 flex-wrap items-center gap-2 bg-surface-1 px-3 py-2 text-sm">
          <BoardTitle />
          <div className="ml-auto flex flex-wrap items-center gap-2 @max-3xl:flex-nowrap @max-3xl:overflow-x-auto">
            {isOneRow && caseButtons}
            {board.cases.length > 0 && !isOneRow && (
              <>
                <Select label="Show" options={FILTERS} value={filter} onChange={setFilter} />
                <Select label="Sort" options={ORDERS} value={order} onChange={setOrder} />
              </>
            )}
            <Button
              disabled={board.configurations.length >= MAX_CONFIGURATIONS}
              onClick={() =>
                changeBoard(boards, (now) => addConfiguration(boards.client.world, now))
              }
            >
              <Plus size={14} aria-hidden /> Add configuration
            </Button>
          </div>
        </div>
        <div className="flex shrink-0 flex-col bg-surface-1">
          {(!isOneRow || board.cases[0]?.messages === undefined) && <BoardSetup board={board} />}
          <RunBar key={board.id} board={board} />
        </div>
        {unsaved !== undefined && (
          <p role="alert" className="bg-warn/10 px-3 py-1.5 text-sm text-warn">
            This board isn’t saved: {unsaved}.
          </p>
        )}
        {(!isOneRow || hasChecks) && <BoardSummary />}
        {isOneRow ? (
          <ConversationView {...place} {...responses} />
        ) : (
          <BoardGrid {...place} rows={rows}>
            {board.cases.length === 0 ? (
              <EmptyBoard>{caseButtons}</EmptyBoard>
            ) : (
              <div className="flex flex-wrap gap-2 p-3">{caseButtons}</div>
            )}
            {board.cases.length > 0 && rows.length === 0 && (
              <p className="p-6 text-center text-sm text-text-2">No matching cases.</p>
            )}
          </BoardGrid>
        )}
        {(isOneRow || board.cases.length === 0) && <MessageComposer key={board.id} board={board} />}
      </div>
      {importing && (
        <ImportCasesDialog
          onImport={(drafts) => {
            setImporting(false)
            changeBoard(boards, (now) => addCases(boards.client.world, now, drafts))
            showToast(`${formatNumber(drafts.length)} cases imported`)
          }}
          onClose={() => setImporting(false)}
        />
      )}
      {panel !== undefined && (
        <OpenPanel
          key={Object.values(panel).join()}
          panel={panel}
          board={board}
          settingGroups={settingGroups}
          onClose={() => setPanel(undefined)}
        />
      )}
    </div>
  )
}

interface OpenPanelProps {
  panel: Panel
  board: Board
  settingGroups: SettingGroups
  onClose: () => void
}

/** What was pressed, as long as it is on the board. */
function OpenPanel({ panel, board, settingGroups, onClose }: OpenPanelProps) {
  const configuration =
    'configurationId' in panel
      ? board.configurations.find(({ id }) => id === panel.configurationId)
      : undefined
  if (panel.kind === 'configuration')
    return configuration === undefined ? null : (
      <ConfigurationPanel
        board={board}
        configuration={configuration}
        settingGroups={settingGroups}
        onClose={onClose}
      />
    )
  const at = board.cases.findIndex(({ id }) => id === panel.caseId)
  const row = board.cases[at]
  if (row === undefined || (panel.kind === 'cell' && configuration === undefined)) return null
  if (panel.kind === 'case')
    return <CasePanel board={board} case={row} number={at + 1} onClose={onClose} />
  return (
    <CellPanel
      board={board}
      case={row}
      number={at + 1}
      configurationId={panel.configurationId}
      onClose={onClose}
    />
  )
}

const FILTERS: readonly [CaseFilter, string][] = [
  ['all', 'All cases'],
  ['failed', 'Failed'],
  ['error', 'Errors'],
  ['passed', 'Passed'],
  ['waiting', 'Waiting'],
  ['differ', 'Different outcomes'],
]

const ORDERS: readonly [CaseOrder, string][] = [
  ['board', 'Board order'],
  ['failures', 'Most failures first'],
  ['cost', 'Highest cost first'],
  ['time', 'Slowest first'],
]

interface SelectProps<Value extends string> {
  label: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onChange: (value: Value) => void
}

function Select<Value extends string>({ label, options, value, onChange }: SelectProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const [chosen] = options.find(([one]) => one === target.value) ?? []
        if (chosen !== undefined) onChange(chosen)
      }}
      className="shrink-0 field"
    >
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}
