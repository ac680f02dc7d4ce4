import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { type EditFieldName, editFields } from '../../../contract/image/edit-request.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import { setField, textField } from '../../core/image/form.ts'
import { imageEditor } from '../../page/image.ts'
import { IconButton } from '../../ui/controls/button.tsx'

interface RowProps {
  /** In words. */
  label: string
  /** On the wire, shown on hover; absent for what is not a field of the request. */
  wireName?: string
  isSet: boolean
  onReset: () => void
  /** Id of the line below the control, which describes it. */
  noteId: string
  note?: ReactNode
  issues?: readonly ValidationIssue[]
  /** A control that fits into the line of the name. */
  beside?: ReactNode
  children?: ReactNode
}

/** One line of the form: its name, a reset when set, the control, what to know, faults. */
export function Row(props: RowProps) {
  const { label, wireName, isSet, onReset, noteId, note, issues = [], beside, children } = props
  return (
    <div className="flex flex-col gap-1.5 py-2.5">
      <div className="flex items-center gap-1.5">
        <span className="min-w-0 grow truncate text-sm" title={wireName}>
          {label}
        </span>
        {isSet && (
          <IconButton label={`Reset ${wireName ?? label}`} onClick={onReset} className="-my-1.5">
            <RotateCcw size={14} aria-hidden />
          </IconButton>
        )}
        {beside}
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

interface FieldProps extends Pick<RowProps, 'note' | 'beside' | 'children'> {
  name: EditFieldName
  issues: readonly ValidationIssue[]
}

/** The row of a field of the request, with the words of its table. */
export function Field({ name, issues, ...row }: FieldProps) {
  return (
    <Row
      label={editFields[name].label}
      wireName={name}
      isSet={useStore(imageEditor.form, ({ fields }) => fields[name] !== undefined)}
      onReset={() => setField(imageEditor, name, undefined)}
      noteId={noteOf(name)}
      issues={issues.filter(({ path }) => path[0] === name)}
      {...row}
    />
  )
}

/** The ID of what is said below a field, which describes its control. */
export function noteOf(name: EditFieldName): string {
  return `image-${name}-note`
}

/** What is set of a field that is text. */
export function useText(name: EditFieldName): string {
  return useStore(imageEditor.form, ({ fields }) => textField(fields, name))
}
