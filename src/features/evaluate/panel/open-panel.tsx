import type { Board } from '../../../core/evaluate/board.ts'
import { CasePanel } from './case-panel.tsx'
import { CellPanel } from './cell-panel.tsx'
import { ConfigurationPanel, type SettingGroups } from './configuration-panel.tsx'
import type { Panel } from './panel.ts'

interface OpenPanelProps {
  panel: Panel
  board: Board
  settingGroups: SettingGroups
  onClose: () => void
}

/** What was pressed, as long as it is on the board. */
export function OpenPanel({ panel, board, settingGroups, onClose }: OpenPanelProps) {
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
