import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import {
  HEADINGS,
  initialGroups,
  loadRecentItems,
  rankItems,
  RECENT,
  saveRecentItem,
} from '../../core/palette/rank-items.ts'
import { localText } from '../../core/storage/db/browser-storage.ts'
import { cx } from '../../ui/cx.ts'
import { useLocation } from '../../ui/hooks/location.tsx'
import { keyHint } from '../../ui/hooks/use-shortcut.ts'
import { useModal } from '../../ui/overlays/dialog.tsx'
import type { Choice } from './commands.ts'
import { useChoices } from './use-choices.ts'

/** Everything by name: commands, settings, models, conversations, presets, examples. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const modal = useModal(onClose)
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [recent] = useState(() => loadRecentItems(localText))
  const all = useChoices(text, navigate)
  const groups = text.trim() === '' ? initialGroups(all, recent) : rankItems(all, text)
  const shown = groups.flatMap(({ items }) => items)

  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const run = (choice: Choice | undefined) => {
    if (choice === undefined) return
    saveRecentItem(localText, choice.id)
    onClose()
    choice.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(shown[active])
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, shown.length))
    else if (event.key === 'ArrowUp') setActive((active || shown.length) - 1)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      {...modal}
      aria-label="Commands"
      className="float fixed inset-x-0 top-[min(12dvh,6rem)] mx-auto w-[calc(100vw-1rem)] max-w-xl overflow-hidden rounded-lg border border-(--field-line) bg-raised shadow-float outline-none"
    >
      <div className="flex max-h-[min(70dvh,32rem)] flex-col text-sm">
        <input
          role="combobox"
          type="text"
          data-autofocus
          autoComplete="off"
          aria-label="Command"
          aria-autocomplete="list"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={active in shown ? `${id}-${active}` : undefined}
          placeholder="Search commands, settings, models, conversations"
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          className="min-h-12 shrink-0 bg-surface-2 px-4 text-base outline-none"
        />
        <div
          ref={list}
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label="Commands"
          className="min-h-0 scroll-area p-2"
        >
          {groups.map(({ heading, items }) => (
            <div key={heading} role="group" aria-label={heading}>
              <p aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-text-3">
                {heading}
              </p>
              {items.map((choice) => {
                const index = shown.indexOf(choice)
                return (
                  <Row
                    key={choice.id}
                    id={`${id}-${index}`}
                    choice={choice}
                    note={
                      heading === RECENT
                        ? HEADINGS[choice.kind]
                        : choice.keys && keyHint(choice.keys)
                    }
                    isActive={index === active}
                    onRun={() => run(choice)}
                  />
                )
              })}
            </div>
          ))}
          {shown.length === 0 && <p className="p-2 text-text-3">No matches</p>}
        </div>
      </div>
    </dialog>
  )
}

interface RowProps {
  id: string
  choice: Choice
  /** At the end of the row: what it is where others of another kind stand beside it, or its key. */
  note: string | undefined
  isActive: boolean
  onRun: () => void
}

function Row({ id, choice, note, isActive, onRun }: RowProps) {
  const { icon: Icon, label, detail } = choice
  return (
    // The field has the focus and the keys; the row only takes the press.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onRun}
      onKeyDown={undefined}
      className="flex cursor-pointer items-center gap-2.5 rounded-md px-2 target hover:bg-surface-2 aria-selected:bg-surface-2"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-text-3" />
      <span className="min-w-0 truncate">{label}</span>
      {detail !== undefined && (
        <span
          className={cx(
            'min-w-0 flex-1 truncate text-xs',
            choice.kind === 'model' ? 'text-money' : 'text-text-3',
          )}
        >
          {detail}
        </span>
      )}
      {note !== undefined && (
        <kbd className="ml-auto shrink-0 font-sans text-xs text-text-3 pointer-coarse:hidden">
          {note}
        </kbd>
      )}
    </div>
  )
}
