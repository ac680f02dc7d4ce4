import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { loadBoards } from '../../core/evaluate/board-state.ts'
import { filterCases, type CaseFilter } from '../../core/evaluate/filter-cases.ts'
import { boards } from '../../page/evaluate.ts'
import { BoardTitle } from './board-title.tsx'
import { EmptyBoard } from './empty-board.tsx'
import { BoardGrid } from './grid/board-grid.tsx'

/** What the page shows beside the grid. */
type Panel =
  | { kind: 'cell'; caseId: string; configurationId: string }
  | { kind: 'case'; caseId: string }
  | { kind: 'configuration'; configurationId: string }

/** Evaluate: cases by configurations, scored. */
export function EvaluatePage() {
  useEffect(() => void loadBoards(boards), [])
  const { board, loaded, unsaved } = useStore(boards.state)
  const cells = useDeferredValue(useStore(boards.cells, (state) => state.cells))
  const [filter] = useState<CaseFilter>('all')
  const [panel, setPanel] = useState<Panel>()
  const rows = useMemo(() => filterCases(board, cells, filter), [board, cells, filter])
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
  if (!loaded) return null
  return (
    <div className="@container flex h-full min-h-0">
      <div className="flex min-w-0 grow flex-col">
        <div className="flex shrink-0 flex-wrap items-center gap-2 bg-surface-1 px-3 py-2 text-sm">
          <BoardTitle />
        </div>
        {unsaved !== undefined && (
          <p role="alert" className="bg-warn/10 px-3 py-1.5 text-sm text-warn">
            This board isn’t saved: {unsaved}.
          </p>
        )}
        <BoardGrid
          board={board}
          rows={rows}
          openKey={panel?.kind === 'cell' ? `${panel.caseId}/${panel.configurationId}` : undefined}
          onOpenCell={openCell}
          onOpenCase={openCase}
          onOpenConfiguration={openConfiguration}
        >
          {board.cases.length === 0 && <EmptyBoard />}
        </BoardGrid>
      </div>
    </div>
  )
}
