import FolderInput from 'lucide-react/icons/folder-input'
import Plus from 'lucide-react/icons/plus'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { variableNames } from '../../core/chat/request/variables.ts'
import { PRACTICE_ID } from '../../core/client/connection/connections.ts'
import { addCases, addConfiguration, addExpectedCheck } from '../../core/evaluate/board-edits.ts'
import { addBoard, changeBoard, loadBoards } from '../../core/evaluate/board-state.ts'
import { type Board, columnLetter, MAX_CONFIGURATIONS } from '../../core/evaluate/board.ts'
import { describeCheck } from '../../core/evaluate/checks/check-kinds.ts'
import { hasChecks } from '../../core/evaluate/checks/outcomes.ts'
import { isConversation } from '../../core/evaluate/conversation.ts'
import { exampleBoard } from '../../core/evaluate/example-board.ts'
import {
  type CaseFilter,
  type CaseOrder,
  filterCases,
  sortCases,
} from '../../core/evaluate/results/cell-view.ts'
import { formatNumber } from '../../core/format/units.ts'
import { client } from '../../page/client.ts'
import { boards } from '../../page/evaluate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { useMedia, WIDE_SCREEN } from '../../ui/hooks/use-media.ts'
import { droppedFiles, welcomesFiles } from '../../ui/take-files.ts'
import { BoardSummary, useSummary } from './board-summary.tsx'
import { BoardTitle, openFile } from './board-title.tsx'
import { BoardGrid } from './grid/board-grid.tsx'
import { MessageComposer } from './message-composer.tsx'
import type { Panel } from './panels/board-panel.tsx'
import { addCheck } from './panels/checks-editor.tsx'
import { OpenPanel } from './panels/open-panel.tsx'
import { RunBar } from './run-bar.tsx'
import { Select } from './select.tsx'

const ImportCasesDialog = lazyComponent(() =>
  import('./import-cases-dialog.tsx').then((m) => m.ImportCasesDialog),
)

/** Evaluate: cases by configurations, scored; a single case is a conversation in each of them. */
export function EvaluatePage() {
  useEffect(() => void loadBoards(boards), [])
  const { board, loaded, unsaved } = useStore(boards.state)
  const cells = useDeferredValue(useStore(boards.cells, (state) => state.cells))
  const [filter, setFilter] = useState<CaseFilter>('all')
  const [panel, setPanel] = useState<Panel>()
  const [importing, setImporting] = useState(false)
  const summary = useSummary(board)
  const isWide = useMedia(WIDE_SCREEN)
  const [order, setOrder] = useState<CaseOrder>('board')
  const rows = useMemo(
    () => sortCases(filterCases(board, cells, filter), board, cells, order),
    [board, cells, filter, order],
  )
  const addCase = () => {
    const world = boards.client.world
    const draft = { variables: Object.fromEntries(variableNames(board.prompt).map((n) => [n, ''])) }
    changeBoard(boards, (now) => addCases(world, now, [draft]))
    const added = boards.state.getState().board.cases.at(-1)
    setFilter('all')
    if (added !== undefined) setPanel({ kind: 'case', caseId: added.id })
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
  // Checks are added where the prompt stands: a conversation without any says nothing of them.
  const isChat = isOneRow && board.cases[0]?.messages !== undefined
  return (
    <div
      className="flex h-full min-h-0"
      onDragOver={welcomesFiles}
      onDrop={(event) => {
        const [file, ...more] = droppedFiles(event)
        if (file !== undefined) void openFile(file)
        if (more.length > 0) showToast(`Only ${file?.name} is opened: drop one file at a time.`)
      }}
    >
      <div className="@container flex min-w-0 grow flex-col overflow-y-auto">
        <div className="flex shrink-0 flex-wrap items-center gap-2 bg-surface-1 px-3 py-2 text-sm">
          <BoardTitle />
          <div className="ml-auto flex flex-wrap items-center gap-2 @max-3xl:flex-nowrap @max-3xl:overflow-x-auto">
            {isOneRow && caseButtons}
            {board.cases.length > 0 && !isOneRow && (
              <>
                <Select aria-label="Show" options={FILTERS} value={filter} onChange={setFilter} />
                <Select aria-label="Sort" options={ORDERS} value={order} onChange={setOrder} />
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
          {!isChat && <SetupLine board={board} onOpen={setPanel} />}
          {(isWide || board.cases.length > 0) && <RunBar key={board.id} board={board} />}
        </div>
        {unsaved !== undefined && (
          <p role="alert" className="bg-warn/10 px-3 py-1.5 text-sm text-warn">
            This board isn’t saved: {unsaved}.
          </p>
        )}
        {board.setAside !== undefined && (
          <p role="status" className="flex items-center gap-2 bg-warn/10 px-3 py-1.5 text-sm">
            <span className="grow">{board.setAside.join(' ')}</span>
            <Button onClick={() => changeBoard(boards, ({ setAside: _, ...now }) => now)}>
              Dismiss
            </Button>
          </p>
        )}
        {board.cases.length > 0 && (!isChat || hasChecks(board)) && (
          <BoardSummary
            summary={summary}
            onAddCheck={() => setPanel({ kind: 'checks', openId: addCheck() })}
          />
        )}
        <ShownColumns board={board} isTabs={isOneRow && !isWide}>
          {(shown) => (
            <BoardGrid
              board={board}
              rows={isOneRow ? filterCases(board, cells, 'all') : rows}
              shown={shown}
              results={summary.results}
              isConversation={isOneRow}
              openKey={
                panel?.kind === 'cell' ? `${panel.caseId}/${panel.configurationId}` : undefined
              }
              onOpen={setPanel}
            >
              {isOneRow ? undefined : board.cases.length === 0 ? (
                <EmptyBoard>{caseButtons}</EmptyBoard>
              ) : (
                <>
                  <div className="flex flex-wrap gap-2 p-3">{caseButtons}</div>
                  {rows.length === 0 && (
                    <p className="p-6 text-center text-sm text-text-2">No matching cases.</p>
                  )}
                </>
              )}
            </BoardGrid>
          )}
        </ShownColumns>
        {(isOneRow || board.cases.length === 0) && <MessageComposer key={board.id} board={board} />}
      </div>
      {importing && (
        <ChunkBoundary>
          <ImportCasesDialog
            onImport={(drafts, isChecked) => {
              setImporting(false)
              const { world } = boards.client
              changeBoard(boards, (now) => {
                const next = addCases(world, now, drafts)
                return isChecked ? addExpectedCheck(world, next) : next
              })
              const count = `${formatNumber(drafts.length)} cases imported`
              showToast(isChecked ? `${count}, with a check of the expected value` : count)
            }}
            onClose={() => setImporting(false)}
          />
        </ChunkBoundary>
      )}
      {panel !== undefined && (
        <OpenPanel
          // What was chosen for a cell stays for the next one.
          key={panel.kind === 'cell' ? panel.kind : Object.values(panel).join()}
          panel={panel}
          board={board}
          rows={isOneRow ? filterCases(board, cells, 'all') : rows}
          onOpen={setPanel}
          onClose={() => setPanel(undefined)}
        />
      )}
    </div>
  )
}

interface ShownColumnsProps {
  board: Board
  /** One column at a time, chosen by tabs. */
  isTabs: boolean
  children: (shown: Board['configurations']) => React.ReactNode
}

/** The columns that there is room for: on a narrow screen those of a conversation are tabs. */
function ShownColumns({ board: { configurations }, isTabs, children }: ShownColumnsProps) {
  const [chosen, setChosen] = useState<string>()
  if (!isTabs || configurations.length === 1) return children(configurations)
  const current = configurations.find(({ id }) => id === chosen) ?? configurations[0]
  return (
    <div className="min-h-[60dvh] grow">
      <Tabs
        label="Configurations"
        tabs={configurations.map(({ id, model }, index) => ({
          id,
          label: `${columnLetter(index)} · ${model}`,
        }))}
        value={current?.id ?? ''}
        onChange={setChosen}
      >
        {children(configurations.filter((one) => one === current))}
      </Tabs>
    </div>
  )
}

const FILTERS: readonly { value: CaseFilter; label: string }[] = [
  { value: 'all', label: 'All cases' },
  { value: 'failed', label: 'Failed' },
  { value: 'error', label: 'Errors' },
  { value: 'passed', label: 'Passed' },
  { value: 'done', label: 'Not checked' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'differ', label: 'Different outcomes' },
]

const ORDERS: readonly { value: CaseOrder; label: string }[] = [
  { value: 'board', label: 'Board order' },
  { value: 'failures', label: 'Most failures first' },
  { value: 'cost', label: 'Highest cost first' },
  { value: 'time', label: 'Slowest first' },
]

/** What a board without cases shows: what it is for, and how to begin. */
function EmptyBoard({ children }: { children?: React.ReactNode }) {
  const { config, connection } = useStore(client.connections.store)
  const hasBuiltIn =
    connection?.kind === 'practice' || (connection?.kind === 'local' && config.mode === 'local')
  return (
    <EmptyState
      title="Which configuration is better?"
      actions={
        <>
          {children}
          <Button
            onClick={() =>
              addBoard(
                boards,
                exampleBoard(
                  client.world,
                  hasBuiltIn ? undefined : { id: PRACTICE_ID, name: 'Practice' },
                ),
              )
            }
          >
            Example board
          </Button>
        </>
      }
    >
      <p>Send the same cases to up to 8 configurations and check every response.</p>
    </EmptyState>
  )
}

/** What is sent for every case, and what every response is checked by, a line each; checks are edited beside the board. */
function SetupLine({ board, onOpen }: { board: Board; onOpen: (panel: Panel) => void }) {
  const words = board.checks.map(describeCheck).join(', ')
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-1 px-3 text-sm @3xl:grid-cols-2">
      <div className="flex items-baseline gap-2">
        <span aria-hidden className="w-14 shrink-0 text-text-2">
          Prompt
        </span>
        <TextArea
          aria-label="Prompt"
          value={board.prompt}
          spellCheck={false}
          placeholder="{{input}}"
          onChange={({ target: { value } }) =>
            changeBoard(boards, (now) => ({ ...now, prompt: value }))
          }
          className="max-h-8 min-w-0 focus:max-h-32"
        />
      </div>
      <div className="flex min-w-0 items-center gap-2">
        <span aria-hidden className="w-14 shrink-0 text-text-2">
          Checks
        </span>
        {words !== '' && (
          <Button
            variant="ghost"
            aria-label={`Checks: ${words}`}
            className="min-w-0 shrink!"
            onClick={() => onOpen({ kind: 'checks' })}
          >
            <span className="truncate">{words}</span>
          </Button>
        )}
        <Button onClick={() => onOpen({ kind: 'checks', openId: addCheck() })}>
          <Plus size={14} aria-hidden /> Add check
        </Button>
      </div>
    </div>
  )
}
