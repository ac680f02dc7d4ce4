import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'

import { addConfiguration, editConfiguration } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import {
  columnLetter,
  MAX_CONFIGURATIONS,
  type Board,
  type Configuration,
} from '../../../core/evaluate/board.ts'
import { listedModel } from '../../../core/evaluate/listed-model.ts'
import { client } from '../../../page/client.ts'
import { boards } from '../../../page/evaluate.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import type { Panel } from '../panel/panel.ts'
import { ConnectionSelect } from './connection-select.tsx'
import { ModelSelect } from './model-select.tsx'

interface ConfigurationHeaderProps {
  board: Board
  configuration: Configuration
  /** From 0, from the left. */
  index: number
  onOpen: (panel: Panel) => void
}

/** The head of a column: its model and connection, and the way to its settings. */
export function ConfigurationHeader(props: ConfigurationHeaderProps) {
  const { board, configuration, index, onOpen } = props
  const letter = columnLetter(index)
  const change = (next: Configuration) => changeBoard(boards, (now) => editConfiguration(now, next))
  const connect = async (next: Configuration) => {
    change(next)
    const model = await listedModel(client, next)
    // Unless something else was chosen meanwhile.
    if (model !== next.model && boards.state.getState().board.configurations.includes(next))
      change({ ...next, model })
  }
  const remove = () => {
    const edit = (change: (before: Board['configurations']) => Board['configurations']) =>
      changeBoard(boards, (now) => ({ ...now, configurations: change(now.configurations) }))
    edit((all) => all.filter(({ id }) => id !== configuration.id))
    showToast(`Configuration ${letter} removed`, {
      label: 'Undo',
      run: () =>
        edit((all) =>
          all.length < MAX_CONFIGURATIONS ? all.toSpliced(index, 0, configuration) : all,
        ),
    })
  }
  return (
    <div
      role="columnheader"
      aria-label={`${letter} ${configuration.model}`}
      // On a phone the last row, letter and model, is what stays in sight: see the top of the head in the grid.
      className="flex min-w-0 flex-col justify-end gap-1.5 border-l px-2 py-2 @max-3xl:flex-row @max-3xl:flex-wrap"
    >
      <div className="flex flex-wrap items-center justify-end gap-1 @max-3xl:contents">
        <span className="flex w-6 shrink-0 items-center justify-center font-semibold @max-3xl:order-2">
          {letter}
        </span>
        <ModelSelect
          label={`Model ${letter}`}
          configuration={configuration}
          onChange={(model) => change({ ...configuration, model })}
        />
        <IconButton
          label={`Settings ${letter}`}
          onClick={() => onOpen({ kind: 'configuration', configurationId: configuration.id })}
        >
          <SlidersHorizontal size={14} aria-hidden />
        </IconButton>
        <Menu
          label={`Actions for ${letter}`}
          icon={<Ellipsis size={14} aria-hidden />}
          items={[
            {
              label: 'Duplicate',
              onSelect: () =>
                changeBoard(boards, (now) => addConfiguration(boards.client.world, now, index)),
            },
            ...(board.configurations.length > 1 ? [{ label: 'Remove', onSelect: remove }] : []),
          ]}
        />
      </div>
      <div className="min-w-0 @max-3xl:order-1 @max-3xl:w-full">
        <ConnectionSelect
          label={`Connection ${letter}`}
          configuration={configuration}
          onChange={(connection) => {
            const { connection: _, ...rest } = configuration
            void connect(connection === undefined ? rest : { ...rest, connection })
          }}
        />
      </div>
    </div>
  )
}
