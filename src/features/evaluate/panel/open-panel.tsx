import type { Board } from '../../../core/evaluate/board.ts'
import type { ShownCase } from '../../../core/evaluate/shown-cases.ts'
import { CasePanel } from './case-panel.tsx'
import { CellPanel } from './cell-panel.tsx'
import { ConfigurationPanel, type SettingGroups } from './configuration-panel.tsx'
import type { Panel } from './panel.ts'

interface OpenPanelProps {
  panel: Panel
  board: Board
  /** The cases in the order in which they are shown. */
  rows: readonly ShownCase[]
  settingGroups: SettingGroups
  onOpen: (panel: Panel) => void
  onClose: () => void
}

/** What was pressed, as long as it is on the board. */
export function OpenPanel(props: OpenPanelProps) {
  const { panel, board, rows, settingGroups, onOpen, onClose } = props
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
