import { useQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'

import { findModel, isTextModel } from '../../../../contract/models/find-model.ts'
import { figuresInWords } from '../../../core/chat/model/model-facts.ts'
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
import { listedModel } from '../../../core/evaluate/conversation.ts'
import type { ColumnResults } from '../../../core/evaluate/results/column-results.ts'
import { rateText } from '../../../core/evaluate/results/result-words.ts'
import { connectionOf } from '../../../core/evaluate/run/request-of-cell.ts'
import { formatCharge } from '../../../core/format/money.ts'
import { formatDuration } from '../../../core/format/units.ts'
import { client } from '../../../page/client.ts'
import { savedConnections } from '../../../page/connections.ts'
import { boards, compared } from '../../../page/evaluate.ts'
import { queryClient } from '../../../page/query-client.ts'
import { quietStore } from '../../../page/quiet.ts'
import { sealedKey } from '../../../page/sealed-key.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useChatParts } from '../chat-parts.ts'
import type { Panel } from '../panels/board-panel.tsx'

function HeadFigures({
  results,
  configuration,
}: Pick<ConfigurationHeaderProps, 'results' | 'configuration'>) {
  const { passRate, duration, responses = 0, cost = 0 } = results ?? {}
  const models = useModels(configuration)
  const model = models.data && findModel(models.data, configuration.model)
  return (
    <p className="flex h-5 min-w-0 grow items-center gap-2 overflow-hidden text-xs whitespace-nowrap tabular-nums">
      {responses === 0 && model && (
        <span className="truncate text-text-3">{figuresInWords(model).join(' · ')}</span>
      )}
      {passRate && <span className="min-w-25 font-semibold">{rateText(passRate)}</span>}
      {duration && (
        <span className="min-w-10 text-time" title="Median total time">
          {formatDuration(duration.p50)}
        </span>
      )}
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
      className="flex min-w-0 flex-col justify-end gap-1 border-l px-2 py-1.5"
    >
      <div className="flex items-center gap-1">
        <span className="w-5 shrink-0 text-center font-semibold">{letter}</span>
        <ModelSelect
          label={`Model ${letter}`}
          configuration={configuration}
          onChange={(model) => change({ ...configuration, model })}
          isOpenAtFirst={index === 1 && compared.boardId === board.id}
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
      <div className="flex flex-wrap items-center gap-x-2 pl-6">
        <HeadFigures results={results} configuration={configuration} />
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
  // This machine and practice are one and the same to compare with.
  if (saved.length === 0 && (chosen === undefined || chosenId === connections.connection?.id))
    return null
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
      className="max-w-full min-w-0 truncate"
    />
  )
}

/** The connection that a configuration is sent over; undefined while it can't send. */
export function useConnectionOf({
  connection: chosen,
}: Pick<Configuration, 'connection'>): Connection | undefined {
  return useStore(client.connections.store, () => connectionOf(client, chosen))
}

function useModels(configuration: Pick<Configuration, 'connection'>) {
  const connection = useConnectionOf(configuration)
  const isQuiet = useStore(quietStore, (state) => state.isQuiet)
  const options = listModelsOptions(client, connection)
  return useQuery({ ...options, enabled: connection !== undefined && !isQuiet }, queryClient)
}

interface ModelSelectProps {
  label: string
  configuration: Pick<Configuration, 'model' | 'connection'>
  onChange: (model: string) => void
  isOpenAtFirst?: boolean
}

/** The model of a configuration: one that its connection lists, or any ID, trait or mapping as text. */
export function ModelSelect(props: ModelSelectProps) {
  const { label, configuration, onChange, isOpenAtFirst = false } = props
  const { modelOptions } = useChatParts()
  const { data: models, isError } = useModels(configuration)
  const options = useMemo(
    () => models && modelOptions(models.filter(isTextModel)),
    [models, modelOptions],
  )
  return (
    <Combobox
      label={label}
      value={configuration.model}
      options={options ?? []}
      freeText
      isOpenAtFirst={isOpenAtFirst}
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
      className="min-w-0 grow basis-0"
    />
  )
}
