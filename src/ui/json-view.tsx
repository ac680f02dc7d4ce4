import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'

import { CopyButton } from './copy-button.tsx'

interface JsonViewProps {
  value: unknown
  /** What it is, for the name of the copy button: "Response body". */
  label: string
  /** Levels that are open at first; default 2. */
  openDepth?: number
}

/** Entries shown of a list or object, and characters of a string, before "Show more" is pressed. */
const ENTRY_PAGE = 100
const STRING_PAGE = 2000

/**
 * A JSON value as a tree that opens and closes, with a copy button for the whole. Closed levels are
 * not built, long lists and strings only in pages, so a megabyte opens at once.
 */
export function JsonView({ value, label, openDepth = 2 }: JsonViewProps) {
  return (
    <div className="relative">
      <CopyButton
        text={() => JSON.stringify(value, null, 2)}
        label={`Copy ${label.toLowerCase()}`}
        className="absolute top-0 right-0 bg-surface-1"
      />
      <div className="pr-9 font-mono text-xs leading-5 wrap-anywhere">
        <JsonNode value={value} openDepth={openDepth} />
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
        className="min-h-6 min-w-6 rounded-sm pr-1 text-left hover:bg-surface-2 pointer-coarse:min-h-11"
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
  return <span className="text-text-2">{name}: </span>
}

function Scalar({ value }: { value: unknown }) {
  const [shown, setShown] = useState(STRING_PAGE)
  if (typeof value !== 'string') return <span className="text-accent">{String(value)}</span>
  return (
    <>
      <span className="text-good">{JSON.stringify(value.slice(0, shown))}</span>
      {value.length > shown && (
        <More onClick={() => setShown(shown + 10 * STRING_PAGE)}>
          {`Show more (${value.length - shown} characters left)`}
        </More>
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
