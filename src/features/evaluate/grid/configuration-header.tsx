import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { isTextModel } from '../../../../contract/models/find-model.ts'
import type { Model } from '../../../../contract/models/model.ts'
import type { Connection } from '../../../core/client/connection/connections.ts'
import { connectionChoices, openChosen } from '../../../core/client/connection/saved-choice.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { addConfiguration, editConfiguration } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import {
  type Board,
  type Configuration,
  MAX_CONFIGURATIONS,
  columnLetter,
} from '../../../core/evaluate/board.ts'
import { listedModel } from '../../../core/evaluate/listed-model.ts'
import type { ColumnResults } from '../../../core/evaluate/results/column-results.ts'
import { rateText } from '../../../core/evaluate/results/result-words.ts'
import { connectionOf } from '../../../core/evaluate/run/request-of-cell.ts'
import { formatCharge } from '../../../core/format/money.ts'
import { formatDuration } from '../../../core/format/units.ts'
import { client } from '../../../page/client.ts'
import { savedConnections } from '../../../page/connections.ts'
import { boards } from '../../../page/evaluate.ts'
import { queryClient } from '../../../page/query-client.ts'
import { quietStore } from '../../../page/quiet.ts'
import { sealedKey } from '../../../page/sealed-key.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useChatParts } from '../chat-parts.ts'
import type { Panel } from '../panels/board-panel.tsx'
import { Select } from '../select.tsx'

/** Score, time and cost of a column. It keeps its height while there are none. */
function HeadFigures({ results }: { results: ColumnResults | undefined }) {
  const { passRate, duration, cost = 0 } = results ?? {}
  return (
    <p className="flex h-5 min-w-0 items-center gap-2 overflow-hidden px-1 text-xs whitespace-nowrap tabular-nums @max-3xl:order-4 @max-3xl:w-full">
      {passRate && <span className="font-semibold">{rateText(passRate)}</span>}
      {duration && <span className="text-time">{formatDuration(duration.p50)}</span>}
      {cost > 0 && <span className="text-money">{formatCharge(cost)}</span>}
    </p>
  )
}

interface ConfigurationHeaderProps {
  board: Board
  configuration: Configuration
  /** From 0, from the left. */
  index: number
  results: ColumnResults | undefined
  onOpen: (panel: Panel) => void
}

/** The head of a column: its model and connection, and the way to its settings. */
export function ConfigurationHeader(props: ConfigurationHeaderProps) {
  const { board, configuration, index, results, onOpen } = props
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
      <HeadFigures results={results} />
    </div>
  )
}

interface ConnectionSelectProps {
  label: string
  configuration: Pick<Configuration, 'connection'>
  onChange: (connection: Configuration['connection']) => void
}

/** Over which connection a configuration is sent. */
export function ConnectionSelect({ label, configuration, onChange }: ConnectionSelectProps) {
  const connections = useStore(client.connections.store)
  const saved = useStore(savedConnections.store)
  const { connection: chosen } = configuration
  const chosenId = chosen?.id
  useEffect(() => {
    // After a reload, those that need no key are open again at once.
    if (chosenId === undefined) return
    openChosen(client, saved.find(({ id }) => id === chosenId) ?? { id: chosenId }, sealedKey)
  }, [chosenId, saved])
  const current = connections.connection ? ` (${connections.connection.name})` : ''
  const choices = connectionChoices(connections, saved)
  if (choices.length < 2 && chosen === undefined) return null
  const isGone = chosen !== undefined && choices.every(({ id }) => id !== chosen.id)
  return (
    <Select
      aria-label={label}
      options={[
        { value: '', label: `Current connection${current}` },
        ...choices.map(({ id, name, isReady }) => ({
          value: id,
          label: isReady ? name : `${name} (key required)`,
          disabled: !isReady,
        })),
        ...(isGone
          ? [{ value: chosen.id, label: `${chosen.name} (removed)`, disabled: true }]
          : []),
      ]}
      value={chosenId ?? ''}
      onChange={(id) => {
        const choice = choices.find((one) => one.id === id)
        openChosen(client, saved.find((one) => one.id === id) ?? choice, sealedKey)
        onChange(choice && { id, name: choice.name })
      }}
      className="w-full min-w-0 truncate"
    />
  )
}

/** The connection that a configuration is sent over; undefined while it can't send. */
export function useConnectionOf({
  connection: chosen,
}: Pick<Configuration, 'connection'>): Connection | undefined {
  return useStore(client.connections.store, () => connectionOf(client, chosen))
}

interface ModelSelectProps {
  label: string
  configuration: Pick<Configuration, 'model' | 'connection'>
  onChange: (model: string) => void
}

/** The model of a configuration: one that its connection lists, or any ID, trait or mapping as text. */
export function ModelSelect({ label, configuration, onChange }: ModelSelectProps) {
  const { modelOptions } = useChatParts()
  const connection = useConnectionOf(configuration)
  const isQuiet = useStore(quietStore, (state) => state.isQuiet)
  const { data: options, isError } = useQuery(
    {
      ...listModelsOptions(client, connection),
      enabled: connection !== undefined && !isQuiet,
      select: (models: readonly Model[]) => modelOptions(models.filter(isTextModel)),
    },
    queryClient,
  )
  return (
    <Combobox
      label={label}
      value={configuration.model}
      options={options ?? []}
      freeText
      invalid={configuration.model === ''}
      placeholder="Enter a model ID"
      emptyText={
        isError
          ? "Couldn't load models. You can still type a model ID."
          : options === undefined
            ? 'Loading models…'
            : 'No matching models.'
      }
      onChange={onChange}
      className="min-w-0 grow basis-0 @max-3xl:order-3"
    />
  )
}
