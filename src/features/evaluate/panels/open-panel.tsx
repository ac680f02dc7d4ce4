import { useState } from 'react'

import { editConfiguration } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import { type Board, columnLetter, type Configuration } from '../../../core/evaluate/board.ts'
import type { ShownCase } from '../../../core/evaluate/results/cell-view.ts'
import { boards } from '../../../page/evaluate.ts'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useChatParts } from '../chat-parts.ts'
import { useConnectionOf } from '../grid/configuration-header.tsx'
import { BoardPanel, type Panel } from './board-panel.tsx'
import { CasePanel } from './case-panel.tsx'
import { CellPanel } from './cell-panel.tsx'
import { ChecksEditor } from './checks-editor.tsx'

interface OpenPanelProps {
  panel: Panel
  board: Board
  /** The cases in the order in which they are shown. */
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
        <div>
          <ChunkBoundary fallback={<Skeleton lines={8} />}>
            <SettingGroups
              settings={settings}
              model={model}
              connection={connection}
              onChange={(apply) =>
                change((before) => ({ ...before, settings: apply(before.settings) }))
              }
            />
          </ChunkBoundary>
        </div>
      </div>
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
