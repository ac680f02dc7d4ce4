import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useState } from 'react'
import { useStore } from 'zustand'

import type { Exchange } from '../../core/client/exchanges/exchange.ts'
import { formatDateTime, formatDuration } from '../../core/format/units.ts'
import { listRequests, type RequestEntry } from '../../core/inspector/request-list.ts'
import type { SavedSummary } from '../../core/storage/exchanges/exchanges.ts'
import { client } from '../../page/client.ts'
import { inspectorStore } from '../../page/inspector-store.ts'
import { TickStrip } from '../../ui/content/tick-strip.tsx'
import { cx } from '../../ui/cx.ts'
import { COLUMN, moveFocus } from '../../ui/hooks/arrow-keys.ts'
import { usePopover } from '../../ui/overlays/popover.ts'

/** So many are seen at a glance; of more, some have to be searched for. */
const AT_A_GLANCE = 8

interface RequestListProps {
  /** Accessible name: "Requests". */
  label: string
  /** Those of this page, oldest first. */
  exchanges: readonly Exchange[]
  saved: readonly SavedSummary[]
  currentId: string | undefined
  onChoose: (id: string) => void
  /** Whether the newest request is shown as it comes, and how to begin that; absent: it can't be. */
  follow?: { isOn: boolean; start: () => void }
  className?: string
}

/** The requests to choose from, newest first: a click or the arrow keys show one. */
export function RequestList(props: RequestListProps) {
  const { label, exchanges, saved, currentId, onChoose, follow, className = '' } = props
  const [query, setQuery] = useState('')
  const withBackground = useStore(inspectorStore, (state) => state.background)
  const options = { query, withBackground, currentId }
  const { groups, total, background } = listRequests(exchanges, saved, options)
  const entries = groups.flatMap((group) => group.entries)
  const current = entries.find((entry) => entry.id === currentId) ?? entries[0]

  return (
    <div className={cx('flex min-h-0 flex-col text-sm', className)}>
      {total > AT_A_GLANCE && (
        <input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          className="m-2 mb-1 shrink-0 field"
        />
      )}
      <div
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => {
          const rows = event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')
          const id = moveFocus(event, rows, { steps: COLUMN })?.dataset['request']
          if (id !== undefined) onChoose(id)
        }}
        className="min-h-0 grow scroll-area p-1"
      >
        {groups.map((group) => (
          <div key={group.title ?? ''} role="group" aria-label={group.title ?? 'This page'}>
            {group.title !== undefined && (
              <p aria-hidden className="px-2 pt-3 pb-1 text-xs text-text-3">
                {group.title}
              </p>
            )}
            {group.entries.map((entry) => (
              <Row
                key={entry.id}
                entry={entry}
                isCurrent={entry.id === currentId}
                isReached={entry.id === current?.id}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="px-3 pb-2 text-text-3">No matching requests.</p>}
      {(follow !== undefined || background > 0) && (
        <div className="flex shrink-0 flex-col p-1 text-xs text-text-2">
          {follow !== undefined && (
            <Toggle isOn={follow.isOn} onChange={follow.start}>
              Follow latest
            </Toggle>
          )}
          {background > 0 && (
            <Toggle
              isOn={withBackground}
              onChange={() => inspectorStore.setState({ background: !withBackground })}
            >
              Background requests <span className="text-text-3 tabular-nums">{background}</span>
            </Toggle>
          )}
        </div>
      )}
    </div>
  )
}

interface RowProps {
  entry: RequestEntry
  isCurrent: boolean
  /** Tab leads to it; the arrow keys to the others. */
  isReached: boolean
  onChoose: (id: string) => void
}

function Row({ entry, isCurrent, isReached, onChoose }: RowProps) {
  const { title, method, status, outcome, ms, strip, startedAt, connection, isUnderCause } = entry
  const current = useStore(client.connections.store, (state) => state.connection?.name)
  const isPlain = status !== undefined && status < 400
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list handles the keys
    <div
      role="option"
      data-request={entry.id}
      aria-selected={isCurrent}
      tabIndex={isReached ? 0 : -1}
      title={[title, connection, formatDateTime(startedAt)].filter(Boolean).join('\n')}
      onClick={() => onChoose(entry.id)}
      className={cx(
        'flex cursor-pointer flex-col justify-center gap-0.5 rounded-md px-2 py-1 outline-offset-[-2px] target hover:bg-surface-3 aria-selected:bg-accent/10',
        isUnderCause === true && 'ml-4',
      )}
    >
      <span className="flex items-center gap-2">
        <StatusDot entry={entry} />
        <span className={cx('min-w-0 grow truncate', isCurrent && 'font-medium')}>{title}</span>
      </span>
      <span className="flex items-center gap-1.5 pl-4 text-xs text-text-3">
        <span className={cx('tabular-nums', !isPlain && status !== undefined && 'text-bad')}>
          {status ?? (outcome === 'open' ? 'sent' : outcome === 'done' ? method : outcome)}
        </span>
        {connection !== undefined && connection !== current && (
          <span className="max-w-1/3 shrink-0 truncate">{connection}</span>
        )}
        {strip !== undefined && (
          <span className="min-w-0 grow">
            <TickStrip strip={strip} className="w-full" />
          </span>
        )}
        {ms !== undefined && (
          <span className="ml-auto text-time tabular-nums">{formatDuration(ms)}</span>
        )}
      </span>
    </div>
  )
}

/** How a request ended, as a color; the number beside it says the same. */
function StatusDot({ entry: { status, outcome } }: { entry: RequestEntry }) {
  const color =
    outcome === 'open'
      ? 'bg-time'
      : outcome === 'cut' || outcome === 'stopped'
        ? 'bg-warn'
        : outcome === 'failed' || (status !== undefined && status >= 400)
          ? 'bg-bad'
          : 'bg-good'
  return <span aria-hidden className={cx('size-2 shrink-0 rounded-full', color)} />
}

interface ToggleProps {
  isOn: boolean
  onChange: () => void
  children: React.ReactNode
}

function Toggle({ isOn, onChange, children }: ToggleProps) {
  return (
    <label className="flex items-center gap-2 rounded-md px-2 target hover:bg-surface-3">
      <input type="checkbox" checked={isOn} onChange={onChange} className="accent-accent" />
      <span>{children}</span>
    </label>
  )
}

interface RequestPickerProps extends RequestListProps {
  current: RequestEntry | undefined
  /** What stands for none: "Select a request". */
  empty: string
  /** What the button is for: "Request". */
  name: string
}

/** The list of requests where there is no room for it: a button that names the one shown and opens it. */
export function RequestPicker({ current, empty, name, onChoose, ...list }: RequestPickerProps) {
  const { open, hide, buttonProps, popoverProps } = usePopover((popover) =>
    popover.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus(),
  )
  const title = current?.title ?? empty
  return (
    <>
      <button
        {...buttonProps}
        type="button"
        aria-haspopup="listbox"
        aria-label={`${name}: ${title}`}
        className="flex w-full min-w-0 grow items-center gap-2 field text-left"
      >
        {current !== undefined && <StatusDot entry={current} />}
        <span className="min-w-0 grow truncate">{title}</span>
        {current?.ms !== undefined && (
          <span className="text-xs whitespace-nowrap text-time tabular-nums">
            {formatDuration(current.ms)}
          </span>
        )}
        <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-text-3" />
      </button>
      <div
        {...popoverProps}
        className="float w-[26rem] rounded-lg border border-(--field-line) bg-raised shadow-float"
      >
        {open && (
          // What was chosen with a key can be looked at while the list stays; a press is an end.
          <div
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('[role=option]')) hide()
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') hide()
            }}
            role="presentation"
          >
            <RequestList {...list} onChoose={onChoose} className="max-h-[60dvh]" />
          </div>
        )}
      </div>
    </>
  )
}
