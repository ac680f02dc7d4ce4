import { type ComponentType, useState } from 'react'

import type { JsonObject } from '../../../../contract/json.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { editConfiguration } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import { columnLetter, type Board, type Configuration } from '../../../core/evaluate/board.ts'
import { boards } from '../../../page/evaluate.ts'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useConnectionOf } from '../grid/connection-select.tsx'
import { BoardPanel } from './board-panel.tsx'

/** The form of all settings, which belongs to another area. */
export type SettingGroups = ComponentType<{
  settings: JsonObject
  model: string
  connection: Connection | undefined
  onChange: (apply: (before: JsonObject) => JsonObject) => void
}>

interface ConfigurationPanelProps {
  board: Board
  configuration: Configuration
  settingGroups: SettingGroups
  onClose: () => void
}

/** The system message and the settings of a configuration; a change is saved as it is made. */
export function ConfigurationPanel(props: ConfigurationPanelProps) {
  const { board, configuration, settingGroups: SettingGroups, onClose } = props
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
