import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { useStore } from 'zustand'

import { type Message, messageText } from '../../../../contract/chat/messages.ts'
import { fillMessage } from '../../../core/chat/request/variables.ts'
import { pairKey } from '../../../core/evaluate/board-state.ts'
import {
  type Board,
  type Case,
  columnLetter,
  type Configuration,
} from '../../../core/evaluate/board.ts'
import { configurationDifferences } from '../../../core/evaluate/conversation.ts'
import type { ShownCase } from '../../../core/evaluate/results/cell-view.ts'
import { cellView } from '../../../core/evaluate/results/cell-view.ts'
import { writtenMessages } from '../../../core/evaluate/run/request-of-cell.ts'
import { boards } from '../../../page/evaluate.ts'
import { cx } from '../../../ui/cx.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { useChatParts, wholeText } from '../chat-parts.ts'
import { AttachedPart } from '../message-composer.tsx'
import type { Panel } from '../panels/board-panel.tsx'
import { ConversationCell } from './conversation-cell.tsx'

interface ConversationRowProps {
  board: Board
  configurations: readonly Configuration[]
  shown: ShownCase
  /** From 0, among those that are shown. */
  row: number
  template: string
  tabColumn: number | undefined
  openKey: string | undefined
  onOpen: (panel: Panel) => void
}

/** What was asked over the whole width, and below it the responses side by side. */
export function ConversationRow(props: ConversationRowProps) {
  const { board, configurations, shown, row: at, template, tabColumn, openKey, onOpen } = props
  const row = shown.case
  const cells = useStore(boards.cells, (state) => state.cells)
  return (
    <div role="row" className="grid" style={{ gridTemplateColumns: template }}>
      <div
        role="rowheader"
        aria-label={`${at + 1} ${textOf(board, at)}`}
        tabIndex={tabColumn === 0 ? 0 : -1}
        data-place={`${at}/0`}
        {...pressed(() => onOpen({ kind: 'case', caseId: row.id }))}
        className="col-span-full flex cursor-pointer gap-3 border-b bg-surface-1 px-3 py-3 outline-offset-[-2px]!"
      >
        <span className="text-text-3 tabular-nums">{at + 1}</span>
        <CaseMessages board={board} case={row} />
      </div>
      {configurations.map((configuration, column) => {
        const cell = { caseId: row.id, configurationId: configuration.id, repeat: 0 }
        const records = cells.get(pairKey(cell)) ?? []
        const letter = columnLetter(board.configurations.indexOf(configuration))
        const isOpen = openKey === `${row.id}/${configuration.id}`
        return (
          <div
            key={configuration.id}
            role="gridcell"
            aria-label={`Case ${at + 1}, ${letter}: ${cellView(board, row, records).state}`}
            aria-selected={isOpen}
            tabIndex={tabColumn === column + 1 ? 0 : -1}
            data-place={`${at}/${column + 1}`}
            {...pressed(() =>
              onOpen({ kind: 'cell', caseId: row.id, configurationId: configuration.id }),
            )}
            className={cx(
              'min-w-0 cursor-pointer border-b p-3 outline-offset-[-2px]!',
              column > 0 && 'border-l',
              isOpen && 'bg-surface-2',
            )}
          >
            <ConversationCell
              board={board}
              cell={cell}
              record={records.find(({ repeat }) => repeat === 0)}
              isLast={at === board.cases.length - 1}
            />
          </div>
        )
      })}
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

function textOf(board: Board, at: number): string {
  const row = board.cases[at]
  const last = row && writtenMessages(board, row).at(-1)
  const values = row?.messages === undefined ? Object.values(row?.variables ?? {}) : []
  return values.length > 0 ? values.join(' · ') : last === undefined ? '' : messageText(last)
}

interface DifferencesProps {
  board: Board
  shown: readonly Configuration[]
  template: string
}

/** The settings that are not the same in all columns, below the head of each. */
export function Differences({ board, shown, template }: DifferencesProps) {
  const differences = configurationDifferences(board.configurations)
  if (differences.length === 0) return null
  return (
    <div
      role="presentation"
      className="grid border-b bg-surface-1 text-xs"
      style={{ gridTemplateColumns: template }}
    >
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

function CaseMessages({ board, case: row }: { board: Board; case: Case }) {
  return (
    <div className="flex min-w-0 grow flex-col gap-3">
      {writtenMessages(board, row).map((message, at) => (
        <CaseMessage key={at} message={fillMessage(message, row.variables).message} />
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
      {Array.isArray(content) && content.map((part, at) => <AttachedPart key={at} part={part} />)}
    </div>
  )
}
