import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { type Message, messageText } from '../../../contract/chat/messages.ts'
import { fillMessage } from '../../core/chat/request/variables.ts'
import { pairKey } from '../../core/evaluate/board-state.ts'
import {
  type Board,
  type Case,
  columnLetter,
  type Configuration,
} from '../../core/evaluate/board.ts'
import { configurationDifferences, responseVerdicts } from '../../core/evaluate/conversation.ts'
import { cellView } from '../../core/evaluate/results/cell-view.ts'
import { writtenMessages } from '../../core/evaluate/run/request-of-cell.ts'
import { boards } from '../../page/evaluate.ts'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { useFollowEnd } from '../../ui/hooks/use-follow-end.ts'
import { useMedia, WIDE_SCREEN } from '../../ui/hooks/use-media.ts'
import { AttachedPart } from './attach-button.tsx'
import type { Panel } from './board-panel.tsx'
import { useChatParts, wholeText } from './chat-parts.ts'
import { ConfigurationHeader } from './configuration-header.tsx'
import { ConversationCell } from './conversation-cell.tsx'
import { type GridPlace, movedPlace } from './grid-place.ts'

interface ConversationViewProps {
  board: Board
  /** The cell whose panel is open, as `caseId/configurationId`. */
  openKey: string | undefined
  onOpen: (panel: Panel) => void
}

/** A board of one row: each column is a conversation. On a narrow screen columns are tabs. */
export function ConversationView(props: ConversationViewProps) {
  const { configurations } = props.board
  const isWide = useMedia(WIDE_SCREEN)
  const [chosen, setChosen] = useState<string>()
  if (isWide || configurations.length === 1) return <Columns {...props} shown={configurations} />
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
        <Columns {...props} shown={current === undefined ? [] : [current]} />
      </Tabs>
    </div>
  )
}

interface ColumnsProps extends ConversationViewProps {
  shown: readonly Configuration[]
}

/** What was asked over the whole width, and below it the responses side by side. */
function Columns(props: ColumnsProps) {
  const { board, shown, openKey, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  useFollowEnd(scroller)
  const cells = useStore(boards.cells, (state) => state.cells)
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: 1 })
  const isTabStop = (row: number, column: number) =>
    Math.min(place.row, board.cases.length - 1) === row &&
    Math.min(place.column, shown.length) === column
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target.dataset['place'] === undefined) return
    const size = { rows: board.cases.length, columns: shown.length, page: 1 }
    const next = movedPlace(place, event, size)
    if (next === undefined) return
    event.preventDefault()
    setPlace(next)
    const { id: caseId } = board.cases[next.row] ?? {}
    const { id: configurationId } = shown[next.column - 1] ?? {}
    if (openKey !== undefined && caseId !== undefined && configurationId !== undefined)
      onOpen({ kind: 'cell', caseId, configurationId })
    const moved = `[data-place="${next.row}/${next.column}"]`
    scroller.current?.querySelector<HTMLElement>(moved)?.focus()
  }
  const template = { gridTemplateColumns: `repeat(${shown.length}, minmax(min(16rem, 100%), 1fr))` }
  return (
    <div ref={scroller} className="h-full min-h-80 grow scroll-area overscroll-contain">
      <div
        role="grid"
        tabIndex={-1}
        aria-label="Board"
        aria-colcount={board.configurations.length + 1}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const [row, column] = (target.dataset['place'] ?? '').split('/').map(Number)
          if (row !== undefined && column !== undefined) setPlace({ row, column })
        }}
        className="min-w-full text-sm"
        style={shown.length > 1 ? { width: `max(100%, ${shown.length * 16}rem)` } : {}}
      >
        <div
          role="row"
          // On a phone the letter and the model stay in sight: see the head of the board.
          className="sticky top-0 z-2 grid border-b bg-surface-1 @max-3xl:-top-25 [&>:nth-child(2)]:border-l-0"
          style={template}
        >
          <span role="columnheader" className="sr-only">
            Case
          </span>
          {shown.map((configuration) => (
            <ConfigurationHeader
              key={configuration.id}
              board={board}
              configuration={configuration}
              index={board.configurations.indexOf(configuration)}
              onOpen={onOpen}
            />
          ))}
        </div>
        <Differences board={board} shown={shown} template={template} />
        {board.cases.map((row, at) => {
          const records = shown.map(
            ({ id }) => cells.get(pairKey({ caseId: row.id, configurationId: id })) ?? [],
          )
          const firsts = records.map((repeats) => repeats.find(({ repeat }) => repeat === 0))
          const verdicts = responseVerdicts(firsts.map((record) => record?.response))
          return (
            <div key={row.id} role="row" className="grid" style={template}>
              <div
                role="rowheader"
                aria-label={`${at + 1} ${textOf(board, at)}`}
                tabIndex={isTabStop(at, 0) ? 0 : -1}
                data-place={`${at}/0`}
                {...pressed(() => onOpen({ kind: 'case', caseId: row.id }))}
                className="col-span-full flex cursor-pointer gap-3 border-b bg-surface-1 px-3 py-3 outline-offset-[-2px]!"
              >
                <span className="text-text-3 tabular-nums">{at + 1}</span>
                <CaseMessages board={board} case={row} />
              </div>
              {shown.map((configuration, column) => {
                const { id: configurationId } = configuration
                const view = cellView(board, row, records[column] ?? [])
                const index = board.configurations.indexOf(configuration)
                return (
                  <div
                    key={configurationId}
                    role="gridcell"
                    aria-label={`Case ${at + 1}, ${columnLetter(index)}: ${view.state}`}
                    aria-selected={openKey === `${row.id}/${configurationId}`}
                    tabIndex={isTabStop(at, column + 1) ? 0 : -1}
                    data-place={`${at}/${column + 1}`}
                    {...pressed(() => onOpen({ kind: 'cell', caseId: row.id, configurationId }))}
                    className={cx(
                      'min-w-0 cursor-pointer border-b p-3 outline-offset-[-2px]!',
                      column > 0 && 'border-l',
                      openKey === `${row.id}/${configurationId}` && 'bg-surface-2',
                    )}
                  >
                    <ConversationCell
                      board={board}
                      cell={{ caseId: row.id, configurationId, repeat: 0 }}
                      record={firsts[column]}
                      verdicts={verdicts[column] ?? []}
                      isLast={at === board.cases.length - 1}
                    />
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Opens by a click on what is no control and no selected text, and by Enter. */
function pressed(open: () => void) {
  return {
    onClick: ({ target }: MouseEvent<HTMLElement>) => {
      const isControl = target instanceof Element && target.closest('a, button, summary') !== null
      if (!isControl && getSelection()?.isCollapsed !== false) open()
    },
    onKeyDown: ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
      if (key === 'Enter' && target === currentTarget) open()
    },
  }
}

/** The last thing that a case asks. */
function textOf(board: Board, at: number): string {
  const row = board.cases[at]
  const last = row && writtenMessages(board, row).at(-1)
  const values = row?.messages === undefined ? Object.values(row?.variables ?? {}) : []
  return values.length > 0 ? values.join(' · ') : last === undefined ? '' : messageText(last)
}

interface DifferencesProps {
  board: Board
  shown: readonly Configuration[]
  template: { gridTemplateColumns: string }
}

/** The settings that are not the same in all columns, below the head of each. */
function Differences({ board, shown, template }: DifferencesProps) {
  const differences = configurationDifferences(board.configurations)
  if (differences.length === 0) return null
  return (
    <div role="presentation" className="grid border-b bg-surface-1 text-xs" style={template}>
      {shown.map((configuration) => {
        const index = board.configurations.indexOf(configuration)
        return (
          <ul
            key={configuration.id}
            aria-label={`Differences of ${columnLetter(index)}`}
            className="flex min-w-0 flex-wrap gap-1 p-2 not-first:border-l"
          >
            {differences.map(({ field, values }) => (
              <li key={field} className="max-w-full">
                <Badge
                  tone={values[index] === undefined ? 'neutral' : 'accent'}
                  title={values[index] ?? 'default'}
                >
                  <span className="inline-block max-w-60 truncate align-bottom font-mono">
                    {field.replace(/^vendor_parameters\./, '')} {values[index] ?? 'default'}
                  </span>
                </Badge>
              </li>
            ))}
          </ul>
        )
      })}
    </div>
  )
}

/** What a case says in every column. */
function CaseMessages({ board, case: row }: { board: Board; case: Case }) {
  return (
    <div className="flex min-w-0 grow flex-col gap-3">
      {writtenMessages(board, row).map((message, at) => (
        <CaseMessage
          // oxlint-disable-next-line react/no-array-index-key -- messages have no other name
          key={at}
          message={fillMessage(message, row.variables).message}
        />
      ))}
    </div>
  )
}

function CaseMessage({ message }: { message: Message }) {
  const { ResponseText: Text } = useChatParts()
  const { role, content } = message
  const text = messageText(message)
  const source = useMemo(() => wholeText(text), [text])
  return (
    <div className="flex flex-col gap-1">
      <span className={role === 'user' ? 'sr-only' : 'text-xs text-text-3'}>{role}</span>
      {role === 'assistant' ? (
        <Text source={source} />
      ) : (
        text !== '' && (
          <p className="w-fit max-w-[68ch] rounded-md bg-surface-2 px-3 py-2 leading-normal break-words whitespace-pre-wrap">
            {text}
          </p>
        )
      )}
      {Array.isArray(content) &&
        // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
        content.map((part, at) => <AttachedPart key={at} part={part} />)}
    </div>
  )
}
