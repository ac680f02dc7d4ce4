import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'

import type { ValidationIssue } from '../../../../contract/validation.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'

interface FieldRowProps {
  /** In words. */
  label: string
  /** On the wire; absent for what is not a field of the request. */
  wireName?: string
  isSet: boolean
  onReset?: () => void
  /** Id of the line below the control, which describes it. */
  noteId: string
  note?: ReactNode
  issues?: readonly ValidationIssue[]
  children: ReactNode
}

/** One field of the form: its names, a mark and a reset when set, the control, what to know, faults. */
export function FieldRow(props: FieldRowProps) {
  const { label, wireName, isSet, onReset, noteId, note, issues = [], children } = props
  return (
    <div className="flex flex-col gap-1.5 py-2.5">
      <div className="flex items-center gap-1.5">
        <span
          aria-hidden
          className={cx(
            'size-1.5 shrink-0 rounded-full',
            isSet ? 'bg-accent' : 'border border-line-strong',
          )}
        />
        <span className="text-sm">{label}</span>
        {wireName !== undefined && (
          <span className="font-mono text-xs text-text-3">{wireName}</span>
        )}
        <span className="grow" />
        {onReset !== undefined && isSet && (
          <IconButton label={`Reset ${wireName ?? label}`} onClick={onReset} className="-my-1.5">
            <RotateCcw size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      {children}
      <div id={noteId} className="flex flex-col gap-1 text-xs text-text-3 empty:hidden">
        {note !== undefined && <div>{note}</div>}
        {issues.map(({ message }) => (
          <p key={message} className="text-bad">
            {message}
          </p>
        ))}
      </div>
    </div>
  )
}
