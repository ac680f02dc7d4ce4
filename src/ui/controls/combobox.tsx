import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

import { cx } from '../cx.ts'
import { placeAfter } from '../hooks/arrow-keys.ts'
import { placePopover } from '../overlays/popover.ts'

interface ComboboxProps {
  label: string
  value: string
  options: readonly ComboboxOption[]
  onChange: (value: string) => void
  /** Lets any text be taken, not only an option. */
  freeText?: boolean
  /** Called when the list opens, for instance to refresh it. */
  onOpen?: () => void
  /** Shown in the list when no option matches and nothing can be typed freely. */
  emptyText?: string
  placeholder?: string
  invalid?: boolean
  describedBy?: string
  disabled?: boolean
  /** Shows the list from the start, beside what has the focus: it goes with the first key, press or text elsewhere. */
  isOpenAtFirst?: boolean
  className?: string
}

/**
 * An editable combobox with a list, after the WAI-ARIA pattern. Typing filters; arrows, Page Up and
 * Page Down move; Enter takes the marked row, or the text; Esc restores; leaving the field takes the
 * text where `freeText` allows it, and restores otherwise.
 */
export function Combobox(props: ComboboxProps) {
  const { label, value, options, onChange, freeText = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // Of the first time alone: who shows it forgets at once that it was asked for.
  const [isOpenAtFirst] = useState(props.isOpenAtFirst === true)
  const [open, setOpen] = useState(isOpenAtFirst)
  /** Undefined: nothing typed since the list was opened. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(-1)

  const text = typed ?? value
  const matches = filterOptions(options, typed ?? '')
  const taken = text.trim()
  const offersText =
    freeText && typed !== undefined && taken !== '' && matches.every((o) => o.value !== taken)
  const rows: ComboboxOption[] = offersText
    ? [...matches, { value: taken, content: `Use “${taken}”` }]
    : matches

  // The list is measured and placed before it is painted, whenever its size may have changed.
  useLayoutEffect(() => {
    const popup = list.current
    if (popup === null || input.current === null) return
    if (!open) return popup.hidePopover()
    popup.showPopover()
    placePopover(input.current, popup, { minWidth: input.current.offsetWidth })
    return undefined
  }, [open, rows.length])

  useLayoutEffect(() => {
    if (open && active >= 0)
      list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [open, active])

  useLayoutEffect(() => {
    if (!isOpenAtFirst) return
    const left = new AbortController()
    const leave = ({ target }: Event) => {
      const isHere = target instanceof Node && list.current?.contains(target) === true
      if (!isHere && target !== input.current) setOpen(false)
    }
    // What is dictated comes without a key.
    for (const type of ['keydown', 'pointerdown', 'input'])
      document.addEventListener(type, leave, { capture: true, once: true, signal: left.signal })
    return () => left.abort()
  }, [isOpenAtFirst])

  const show = () => {
    if (open || props.disabled === true) return
    props.onOpen?.()
    setOpen(true)
    setActive(options.findIndex((option) => option.value === value))
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
    setActive(-1)
  }
  const take = (chosen: string) => {
    close()
    if (chosen !== '' && chosen !== value) onChange(chosen)
  }
  const takeText = () => {
    const exact = options.find((option) => option.value === taken)
    if (freeText || exact !== undefined) take(taken)
    else close()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && open) {
      const row = rows[active]
      if (row === undefined) takeText()
      else take(row.value)
    } else if (event.key === 'Escape' && (open || typed !== undefined)) {
      close()
    } else {
      if (!(event.key in WAY.steps) || event.ctrlKey || event.metaKey) return
      if (open) setActive(placeAfter(event.key, active, rows.length, WAY) ?? -1)
      else show()
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={cx('relative', props.className)}>
      <input
        ref={input}
        role="combobox"
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        aria-invalid={props.invalid}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        placeholder={props.placeholder}
        value={text}
        onFocus={(event) => event.target.select()}
        onClick={show}
        onBlur={() => (typed === undefined ? close() : takeText())}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          show()
          const next = event.target.value
          setTyped(next)
          setActive(bestMatch(filterOptions(options, next), next))
        }}
        className="w-full truncate field pr-7 font-mono"
      />
      <ChevronsUpDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2 my-auto text-text-3"
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        popover="manual"
        // The field keeps the focus while the list is used with a pointer.
        onMouseDown={(event) => event.preventDefault()}
        className={cx(
          'overflow-y-auto rounded-md border border-(--field-line) bg-raised p-1 text-sm shadow-float',
          isOpenAtFirst && 'max-h-[50vh]!',
        )}
      >
        {open &&
          rows.map((row, index) => (
            <ComboboxRow
              key={row.value}
              id={`${id}-${index}`}
              option={row}
              active={index === active}
              current={row.value === value}
              heading={row.group === rows[index - 1]?.group ? undefined : row.group}
              onTake={() => take(row.value)}
            />
          ))}
        {open && rows.length === 0 && (
          <p className="p-2 text-text-3">{props.emptyText ?? 'Nothing matches.'}</p>
        )}
      </div>
    </div>
  )
}

/** Not Home and End, which move in the text. */
const WAY = { steps: { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }, isRound: true }

interface ComboboxRowProps {
  id: string
  option: ComboboxOption
  active: boolean
  current: boolean
  heading: string | undefined
  onTake: () => void
}

function ComboboxRow({ id, option, active, current, heading, onTake }: ComboboxRowProps) {
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className="px-2 pt-2 pb-1 text-xs font-medium text-text-3">
          {heading}
        </div>
      )}
      {/* The field has the focus and the keys; the row only takes the press. */}
      <div
        id={id}
        // A native option can neither hold this content nor be marked while another has the focus.
        role="option"
        aria-selected={active}
        aria-current={current || undefined}
        tabIndex={-1}
        onClick={onTake}
        onKeyDown={undefined}
        className="flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1 target hover:bg-surface-2 aria-selected:bg-surface-2"
      >
        <div className="min-w-0 grow">
          {option.content ?? <span className="font-mono">{option.value}</span>}
        </div>
        {current && <Check size={14} aria-hidden className="shrink-0 text-accent" />}
      </div>
    </>
  )
}

/** One choice of a combobox. */
export interface ComboboxOption {
  /** What is chosen, and what the field shows: a model id. */
  value: string
  /** More words it is found by, besides the value. */
  keywords?: string
  /** Options with the same group stand together under it; keep them adjacent. */
  group?: string
  /** Shown only once something is typed. */
  whenTyped?: boolean
  /** What the row shows, the value by default. Its text is the accessible name. */
  content?: ReactNode
}

/** The options that hold every word of the text, in value or keywords; without a text, all that stand there at first. */
export function filterOptions(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return options.filter(({ value, keywords = '', whenTyped }) => {
    if (words.length === 0) return !whenTyped
    const searched = `${value} ${keywords}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** The row for Enter: the exact value, else the first that holds the text; −1 for keyword matches only. */
export function bestMatch(options: readonly ComboboxOption[], text: string): number {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return -1
  const exact = options.findIndex(({ value }) => value.toLowerCase() === wanted)
  return exact >= 0 ? exact : options.findIndex(({ value }) => value.toLowerCase().includes(wanted))
}
