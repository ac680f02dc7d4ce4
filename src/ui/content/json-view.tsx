import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo, useState } from 'react'

import { CopyButton } from '../controls/copy-button.tsx'
import { jsonToCopy, MAX_DRAWN_CHARACTERS } from '../format/json.ts'

interface JsonViewProps {
  value: unknown
  /** What it is, for the name of the copy button: "Response body". */
  label: string
  /** Levels that are open at first; default 2. */
  openDepth?: number
}

/**
 * A JSON value as a tree that opens and closes, with a copy button for the whole. Closed levels are
 * not built, long lists and strings only in pages, and fewer levels are open where they hold much, so
 * a megabyte opens at once.
 */
export function JsonView({ value, label, openDepth = 2 }: JsonViewProps) {
  const levels = useMemo(() => levelsToOpen(value, openDepth), [value, openDepth])
  return (
    <div className="relative">
      <CopyButton
        text={() => jsonToCopy(value)}
        label={`Copy ${label.toLowerCase()}`}
        className="absolute top-0 right-0 bg-surface-1"
      />
      <div className="pr-9 font-mono text-xs leading-5 wrap-anywhere">
        <JsonNode value={value} openDepth={levels} />
      </div>
    </div>
  )
}

interface NodeProps {
  value: unknown
  /** The property name, or nothing at the root and in lists. */
  name?: string
  openDepth: number
}

function JsonNode({ value, name, openDepth }: NodeProps) {
  if (typeof value === 'object' && value !== null)
    return (
      <Container value={value} openDepth={openDepth} {...(name === undefined ? {} : { name })} />
    )
  return (
    <div className="pl-4">
      <Name name={name} />
      <Scalar value={value} />
    </div>
  )
}

function Container({ value, name, openDepth }: NodeProps & { value: object }) {
  const [open, setOpen] = useState(openDepth > 0)
  const [shown, setShown] = useState(ENTRY_PAGE)
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  const [left, right] = isList ? '[]' : '{}'
  if (entries.length === 0)
    return (
      <div className="pl-4">
        <Name name={name} />
        {left}
        {right}
      </div>
    )
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="min-h-6 min-w-6 rounded-sm pr-1 text-left hover:bg-surface-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <ChevronRight
          size={12}
          aria-hidden
          className={`mr-1 inline text-text-3 ${open ? 'rotate-90' : ''}`}
        />
        <Name name={name} />
        {left}
        {!open && (
          <span className="text-text-3">
            {countOf(entries.length, isList)}
            {right}
          </span>
        )}
      </button>
      {open && (
        <div className="ml-1.5 border-l pl-2">
          {entries.slice(0, shown).map(([key, child]) => (
            <JsonNode
              key={key}
              value={child}
              openDepth={openDepth - 1}
              {...(isList ? {} : { name: key })}
            />
          ))}
          {entries.length > shown && (
            <More onClick={() => setShown(shown + ENTRY_PAGE)}>
              {`Show more (${entries.length - shown} left)`}
            </More>
          )}
        </div>
      )}
      {open && <div className="pl-4">{right}</div>}
    </div>
  )
}

function countOf(count: number, isList: boolean): string {
  if (isList) return ` ${count} ${count === 1 ? 'item' : 'items'} `
  return ` ${count} ${count === 1 ? 'field' : 'fields'} `
}

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return null
  const short = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name
  return <span className="text-text-2">{short}: </span>
}

function Scalar({ value }: { value: unknown }) {
  const [shown, setShown] = useState(STRING_PAGE)
  if (typeof value !== 'string') return <span className="text-accent">{String(value)}</span>
  const left = value.length - shown
  return (
    <>
      <span className="text-good">{JSON.stringify(value.slice(0, shown))}</span>
      {left > 0 && shown < MAX_DRAWN_CHARACTERS && (
        <More onClick={() => setShown(Math.min(shown * 10, MAX_DRAWN_CHARACTERS))}>
          {`Show more (${left} characters left)`}
        </More>
      )}
      {left > 0 && shown >= MAX_DRAWN_CHARACTERS && (
        <span className="px-1 text-text-3">{`${left} characters more: copy or save the whole`}</span>
      )}
    </>
  )
}

function More({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="px-1 text-accent target hover:underline">
      {children}
    </button>
  )
}

/** Entries shown of a list or object, and characters of a string, before "Show more" is pressed. */
const ENTRY_PAGE = 100
const STRING_PAGE = 2000
/** Characters shown of the name of a member. */
const NAME_LENGTH = 200

/** Rows and characters that may stand open at first. */
const MAX_ROWS = 2000
const MAX_CHARACTERS = 100_000

/** Levels a tree opens at first, fewer where that would draw too much; looks at no more than that. */
export function levelsToOpen(value: unknown, levels: number): number {
  let open: unknown[] = [value]
  let rows = 1
  let characters = 0
  for (let level = 0; level < levels && open.length > 0; level += 1) {
    const next: unknown[] = []
    for (const container of open) {
      for (const [name, member] of entriesOf(container)) {
        rows += 1
        characters += Math.min(name.length, NAME_LENGTH)
        if (typeof member === 'string') characters += Math.min(member.length, STRING_PAGE)
        else next.push(member)
        if (rows > MAX_ROWS || characters > MAX_CHARACTERS) return Math.max(level, 1)
      }
    }
    open = next
  }
  return levels
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).slice(0, ENTRY_PAGE)
    : []
}
