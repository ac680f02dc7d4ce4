import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useId, useState } from 'react'

import { cx } from '../cx.ts'
import { Button, IconButton } from './button.tsx'
import { Select } from './select.tsx'
import { Segmented } from './toggles.tsx'

interface FormFieldProps {
  label: string
  hint?: string
  problem?: string | undefined
  /** Draws the input with what ties it to its label and hint. */
  children: (props: {
    id: string
    'aria-describedby': string
    'aria-invalid': boolean
    className: string
  }) => ReactNode
}

/** A labeled input with its hint, or what is wrong with it. */
export function FormField({ label, hint, problem, children }: FormFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-hint`,
        'aria-invalid': problem !== undefined,
        className: 'field w-full',
      })}
      <p
        id={`${id}-hint`}
        className={`text-xs empty:hidden ${problem === undefined ? 'text-text-3' : 'text-bad'}`}
      >
        {problem ?? hint}
      </p>
    </div>
  )
}

interface ChoiceFieldProps {
  label: string
  /** JSON values as their texts. */
  values: readonly string[]
  /** Undefined: not sent. */
  value: string | undefined
  /** What is used when it is not sent. */
  placeholder?: string
  /** Offers to send nothing. */
  hasDefault?: boolean
  /** There is room for a longer bar than in a line of settings. */
  roomy?: boolean
  invalid?: boolean
  describedBy?: string | undefined
  onChange: (value: string | undefined) => void
}

/** What stands for "not sent"; no JSON value and no word of an API is written so. */
const UNSET = '\u2014'
/** Values of more letters together go into a list instead of a bar: in a line, and with room. */
const MAX_LETTERS = 9
const MAX_LETTERS_ROOMY = 28

/** One of a few values, or not sent at all. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, values, value, placeholder = 'Default', hasDefault = true, roomy = false } = props
  const described = props.describedBy === undefined ? {} : { describedBy: props.describedBy }
  const change = (next: string) => props.onChange(next === UNSET ? undefined : next)
  const isKnown = value === undefined || values.includes(value)
  const letters = values.join('').length
  if (isKnown && values.length <= 4 && letters <= (roomy ? MAX_LETTERS_ROOMY : MAX_LETTERS))
    return (
      <Segmented
        label={label}
        {...described}
        value={value ?? UNSET}
        options={[
          ...(hasDefault ? [{ value: UNSET, label: 'Default' }] : []),
          ...values.map((option) => ({ value: option, label: option })),
        ]}
        onChange={change}
        className={roomy ? 'self-start' : 'compact'}
      />
    )
  return (
    <Select
      aria-label={label}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid}
      value={value ?? UNSET}
      options={[
        // Where "default" is a value of its own, it must not be taken for what is not sent.
        { value: UNSET, label: values.includes('default') ? 'Not set' : placeholder },
        ...[...values, ...(isKnown ? [] : [value])].map((option) => ({
          value: option,
          label: option,
        })),
      ]}
      onChange={change}
      className={cx(
        'w-full',
        roomy && 'max-w-80',
        value === undefined ? 'text-xs text-text-3' : 'font-mono',
      )}
    />
  )
}

type Headers = readonly (readonly [name: string, value: string])[]

interface HeaderFieldsProps {
  headers: Headers
  onChange: (headers: Headers) => void
  /** Why a header isn't sent, as a sentence. */
  faultOf: (name: string, value: string) => string | undefined
  note: string
}

/** The headers that a person adds to a request: each can be changed and removed. */
export function HeaderFields({ headers, onChange, faultOf, note }: HeaderFieldsProps) {
  const change = (index: number, header: Headers[number]) =>
    onChange(headers.map((before, at) => (at === index ? header : before)))
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2 empty:hidden">
        {headers.map(([name, value], index) => {
          const fault = name === '' ? undefined : faultOf(name, value)
          return (
            // Headers have no other identity: two may have one name for a moment.
            <li key={index} className="flex flex-col gap-1">
              <span className="flex items-center gap-1">
                <input
                  aria-label={`Name of header ${index + 1}`}
                  placeholder="X-Name"
                  value={name}
                  aria-invalid={fault !== undefined}
                  onChange={({ target }) => change(index, [target.value, value])}
                  className="w-24 min-w-0 grow field font-mono"
                />
                <input
                  aria-label={`Value of header ${index + 1}`}
                  placeholder="Value"
                  value={value}
                  onChange={({ target }) => change(index, [name, target.value])}
                  className="w-24 min-w-0 grow field font-mono"
                />
                <IconButton
                  label={`Remove header ${name}`.trim()}
                  onClick={() => onChange(headers.filter((_, at) => at !== index))}
                >
                  <X size={14} aria-hidden />
                </IconButton>
              </span>
              {fault !== undefined && <span className="text-xs text-bad">{fault}</span>}
            </li>
          )
        })}
      </ul>
      <Button
        variant="ghost"
        className="self-start"
        onClick={() => onChange([...headers, ['', '']])}
      >
        <Plus size={14} aria-hidden /> Add header
      </Button>
      <p className="text-xs text-text-3">{note}</p>
    </div>
  )
}

interface PassphraseFieldProps {
  label: string
  /** The text stays in the field itself; it is in no state and in no store. */
  field: RefObject<HTMLInputElement | null>
  /** Where one is being chosen: what is said of what was typed. */
  hintOf?: (text: string) => string
  /** The dialog opens with the focus in it. */
  isFirst?: boolean
}

/** A passphrase to enter, or to choose; it can be shown, since nobody types it twice. */
export function PassphraseField({ label, field, hintOf, isFirst }: PassphraseFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [hint, setHint] = useState(hintOf?.(''))
  return (
    <div className="flex flex-col gap-1 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <span className="flex items-center gap-1">
        <input
          id={id}
          ref={field}
          type={isShown ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 grow field"
          data-autofocus={isFirst}
          aria-describedby={hintOf && `${id}-hint`}
          onInput={({ currentTarget }) => setHint(hintOf?.(currentTarget.value))}
        />
        <IconButton
          label={isShown ? 'Hide characters' : 'Show characters'}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
        </IconButton>
      </span>
      {hintOf !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}

interface RenameFieldProps {
  /** Accessible name, such as "Rename Trip to Rome". */
  label: string
  name: string
  placeholder?: string
  /** Most characters of a name. */
  maxLength?: number
  /** The name as typed, or undefined when renaming was given up. */
  onDone: (name: string | undefined) => void
}

/** A name that is being changed in its place: Enter or leaving it saves, Escape gives up. */
export function RenameField({ label, name, placeholder, maxLength, onDone }: RenameFieldProps) {
  const [typed, setTyped] = useState(name)
  return (
    <input
      type="text"
      // The field opens because someone pressed Rename; the caret belongs there.
      ref={(field) => {
        if (field !== null && document.activeElement !== field) field.focus()
      }}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => onDone(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(typed)
        if (event.key !== 'Escape') return
        // Not what is around it.
        event.preventDefault()
        event.stopPropagation()
        onDone(undefined)
      }}
      className="w-full min-w-0 grow field"
    />
  )
}
