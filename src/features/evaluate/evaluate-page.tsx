import FolderInput from 'lucide-react/icons/folder-input'
import Plus from 'lucide-react/icons/plus'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { variableNames } from '../../core/chat/request/variables.ts'
import { PRACTICE_ID } from '../../core/client/connection/connections.ts'
import { addCases, addConfiguration, addExpectedCheck } from '../../core/evaluate/board-edits.ts'
import { addBoard, changeBoard, loadBoards } from '../../core/evaluate/board-state.ts'
import { type Board, MAX_CONFIGURATIONS, columnLetter } from '../../core/evaluate/board.ts'
import { describeCheck } from '../../core/evaluate/checks/check-kinds.ts'
import { hasChecks } from '../../core/evaluate/checks/outcomes.ts'
import { isConversation } from '../../core/evaluate/conversation.ts'
import { exampleBoard } from '../../core/evaluate/example-board.ts'
import { filterCases, sortCases } from '../../core/evaluate/results/cell-view.ts'
import { formatNumber } from '../../core/format/units.ts'
import { client } from '../../page/client.ts'
import { boards } from '../../page/evaluate.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { part } from '../../ui/feedback/part.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { droppedFiles, welcomesFiles } from '../../ui/files.ts'
import { WIDE_SCREEN, useMedia } from '../../ui/hooks/use-media.ts'
import { BoardSummary, BoardTitle, openFile, useSummary } from './board-head.tsx'
import { BoardGrid } from './grid/board-grid.tsx'
import { MessageComposer } from './message-composer.tsx'
import type { Panel } from './panels/board-panel.tsx'
import { addCheck } from './panels/checks-editor.tsx'
import { OpenPanel } from './panels/open-panel.tsx'
import { RunBar } from './run-bar.tsx'
import type { ShownOptions } from './run-options.tsx'

const ImportCasesDialog = part(() => import('./import-cases-dialog.tsx'), 'ImportCasesDialog')

/** Evaluate: cases by configurations, scored; a single case is a conversation in each of them. */
export function EvaluatePage() {
  useEffect(() => void loadBoards(boards), [])
  const { board, loaded, unsaved } = useStore(boards.state)
  const cells = useDeferredValue(useStore(boards.cells, (state) => state.cells))
  const [shown, setShown] = useState(ALL)
  const [panel, setPanel] = useState<Panel>()
  const [importing, setImporting] = useState(false)
  const summary = useSummary(useDeferredValue(board))
  const isWide = useMedia(WIDE_SCREEN)
  const [chosen, setChosen] = useState<string>()
  const isOneRow = isConversation(board)
  // Checks are added where the prompt stands: a conversation without any says nothing of them.
  const isChat = isOneRow && board.cases[0]?.messages !== undefined
  const rows = useMemo(() => {
    const { filter, order } = isOneRow ? ALL : shown
    const all = sortCases(filterCases(board, cells, filter), board, cells, order)
    // A conversation that came from an empty chat begins with what is said now.
    return all.filter(({ case: { messages } }) => messages?.length !== 0)
  }, [board, cells, isOneRow, shown])
  const addCase = () => {
    const world = boards.client.world
    const draft = { variables: Object.fromEntries(variableNames(board.prompt).map((n) => [n, ''])) }
    changeBoard(boards, (now) => addCases(world, now, [draft]))
    const added = boards.state.getState().board.cases.at(-1)
    setShown(ALL)
    if (added !== undefined) setPanel({ kind: 'case', caseId: added.id })
  }
  const caseButtons = (
    <>
      <Button onClick={addCase}>
        <Plus size={14} aria-hidden /> Add case
      </Button>
      <Button
        variant={board.cases.length === 0 ? 'primary' : 'plain'}
        onClick={() => setImporting(true)}
      >
        <FolderInput size={14} aria-hidden /> Import cases
      </Button>
    </>
  )
  if (!loaded) return null
  const { configurations } = board
  const current = configurations.find(({ id }) => id === chosen) ?? configurations[0]
  const addButton = (
    <IconButton
      label="Add configuration"
      disabled={configurations.length >= MAX_CONFIGURATIONS}
      onClick={() => changeBoard(boards, (now) => addConfiguration(boards.client.world, now))}
    >
      <Plus size={16} aria-hidden />
    </IconButton>
  )
  const open = (next: Panel) => {
    setPanel(next)
    if ('configurationId' in next) setChosen(next.configurationId)
  }
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
        <div className="flex shrink-0 flex-wrap items-center gap-2 bg-surface-1 px-3 py-1 text-sm">
          <BoardTitle />
          <RunBar key={board.id} board={board} isSecondary={isChat} shown={shown} onShow={setShown}>
            {isChat && caseButtons}
          </RunBar>
        </div>
        {!isChat && <SetupLine board={board} onOpen={setPanel} />}
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
          <BoardSummary summary={summary} />
        )}
        {!isWide && (
          <div className="flex shrink-0 items-center gap-2 bg-surface-1 px-3 py-1">
            <Segmented
              label="Configuration"
              options={configurations.map(({ id }, at) => ({ value: id, label: columnLetter(at) }))}
              value={current?.id}
              onChange={setChosen}
              className="grow"
            />
            {addButton}
          </div>
        )}
        <BoardGrid
          board={board}
          rows={rows}
          shown={isWide ? configurations : configurations.filter((one) => one === current)}
          isNarrow={!isWide}
          addColumn={isWide && addButton}
          results={summary.results}
          isConversation={isOneRow}
          openKey={panel?.kind === 'cell' ? `${panel.caseId}/${panel.configurationId}` : undefined}
          onOpen={open}
        >
          {isChat ? undefined : board.cases.length === 0 ? (
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
        {(isOneRow || board.cases.length === 0) && <MessageComposer key={board.id} board={board} />}
      </div>
      {importing && (
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
      )}
      {panel !== undefined && (
        <OpenPanel
          // What was chosen for a cell stays for the next one.
          key={panel.kind === 'cell' ? panel.kind : Object.values(panel).join()}
          panel={panel}
          board={board}
          rows={rows}
          onOpen={open}
          onClose={() => setPanel(undefined)}
        />
      )}
    </div>
  )
}

const ALL: ShownOptions = { filter: 'all', order: 'board' }

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

function SetupLine({ board, onOpen }: { board: Board; onOpen: (panel: Panel) => void }) {
  const checks = board.checks.map(describeCheck).join(', ')
  const line = (name: string, words: string, kind: 'prompt' | 'checks') => (
    <Button
      variant="ghost"
      aria-label={`${name}: ${words}`}
      className="min-w-0 shrink! justify-start! px-0! outline-offset-[-2px]!"
      onClick={() => onOpen({ kind })}
    >
      <span className="text-text-3">{name}</span> <span className="truncate">{words}</span>
    </Button>
  )
  return (
    <div className="grid shrink-0 grid-cols-2 gap-x-3 bg-surface-1 px-3 text-sm">
      {line('Prompt', board.prompt, 'prompt')}
      <div className="flex min-w-0 items-center">
        {checks !== '' && line('Checks', checks, 'checks')}
        <Button
          variant="ghost"
          aria-label="Add check"
          onClick={() => onOpen({ kind: 'checks', openId: addCheck() })}
        >
          <Plus size={14} aria-hidden /> {checks === '' && 'Add check'}
        </Button>
      </div>
    </div>
  )
}
