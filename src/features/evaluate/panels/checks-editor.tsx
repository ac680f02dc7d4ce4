import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ComponentProps, useState } from 'react'
import { useStore } from 'zustand'

import { type JsonValue, readJson } from '../../../../contract/json.ts'
import { editChecks, replaced } from '../../../core/evaluate/board-edits.ts'
import { changeBoard } from '../../../core/evaluate/board-state.ts'
import type { Board } from '../../../core/evaluate/board.ts'
import {
  checkKinds,
  describeCheck,
  kindOf,
  newRule,
  type RuleField,
} from '../../../core/evaluate/checks/check-kinds.ts'
import type { Check, CheckRule, CheckType } from '../../../core/evaluate/checks/check.ts'
import { boards } from '../../../page/evaluate.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { FormField } from '../../../ui/controls/fields.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { cx } from '../../../ui/cx.ts'
import { ConnectionSelect, ModelSelect } from '../grid/configuration-header.tsx'

interface ChecksEditorProps {
  /** Only for this case; for every response where there is none. */
  caseId?: string
  openId: string | undefined
  onOpen: (id: string | undefined) => void
}

const types = Object.entries(checkKinds).map(([type, { name }]) => ({
  value: type as CheckType,
  label: name,
}))

/** The checks of the board on the screen or of one case, each in a line; one at a time is open to be edited. */
export function ChecksEditor({ caseId, openId, onOpen }: ChecksEditorProps) {
  const checks = useStore(boards.state, ({ board }) => checksIn(board, caseId))
  const change = (apply: (before: readonly Check[]) => readonly Check[]) =>
    changeBoard(boards, (board) => editChecks(board, caseId, apply))
  return (
    <div className="flex flex-col items-start gap-2">
      {checks.length > 0 && (
        <ul
          aria-label={caseId === undefined ? 'Checks' : 'Checks of this case'}
          className="flex w-full flex-col gap-1"
        >
          {checks.map((check) => (
            <li key={check.id} className="relative rounded-md bg-surface-1">
              <Disclosure
                open={check.id === openId}
                onToggle={(isOpen) => {
                  if (isOpen) onOpen(check.id)
                  else if (check.id === openId) onOpen(undefined)
                }}
                summary={<span className="min-w-0 truncate pr-9">{describeCheck(check)}</span>}
              >
                {check.id === openId && (
                  <CheckForm
                    check={check}
                    onEdit={(next) => change((before) => replaced(before, next))}
                  />
                )}
              </Disclosure>
              <IconButton
                label={`Remove check: ${describeCheck(check)}`}
                onClick={() => change((before) => before.filter(({ id }) => id !== check.id))}
                className="absolute top-0 right-0"
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {caseId !== undefined && (
        <Button onClick={() => onOpen(addCheck(caseId))}>
          <Plus size={14} aria-hidden /> Add case check
        </Button>
      )}
    </div>
  )
}

/** Adds a check for every response, or for one case alone, and gives its ID. */
export function addCheck(caseId?: string): string {
  const id = boards.client.world.random.uuid()
  changeBoard(boards, (board) =>
    editChecks(board, caseId, (before) => [...before, { ...newRule('contains'), id }]),
  )
  return id
}

const NONE: Board['checks'] = []

function checksIn({ checks, cases }: Board, caseId: string | undefined): Board['checks'] {
  if (caseId === undefined) return checks
  return cases.find(({ id }) => id === caseId)?.checks ?? NONE
}

function CheckForm({ check, onEdit }: { check: Check; onEdit: (check: Check) => void }) {
  return (
    <div className="flex flex-col gap-2.5 px-2 pt-1 pb-3">
      <FormField label="Check type">
        {(input) => (
          <Select
            {...input}
            value={check.type}
            options={types}
            onChange={(type) => onEdit({ ...newRule(type, check), id: check.id })}
          />
        )}
      </FormField>
      <RuleFields
        key={check.type}
        rule={check}
        onChange={(rule) => onEdit({ ...rule, id: check.id })}
      />
    </div>
  )
}

interface RuleFieldsProps {
  rule: CheckRule
  onChange: (rule: CheckRule) => void
}

function RuleFields({ rule, onChange }: RuleFieldsProps) {
  return kindOf(rule).fields.map((field) => (
    <RuleInput
      key={field.name}
      field={field}
      rule={rule}
      onChange={(value) => {
        const { [field.name]: _, ...rest } = rule as Record<string, unknown>
        const next = value === undefined ? rest : { ...rule, [field.name]: value }
        if (value !== undefined || field.optional) onChange(next as CheckRule)
      }}
    />
  ))
}

interface RuleInputProps {
  field: RuleField
  rule: CheckRule
  /** Undefined: the field was emptied. */
  onChange: (value: JsonValue | undefined) => void
}

function RuleInput({ field, rule, onChange }: RuleInputProps) {
  const { name, label, hint, placeholder } = field
  const { [name]: value }: Readonly<Record<string, JsonValue | undefined>> = rule
  const words = { label, ...(hint && { hint }), ...(placeholder && { placeholder }) }
  switch (field.input) {
    case 'text':
    case 'code':
      return (
        <TextField
          {...words}
          isCode={field.input === 'code'}
          value={typeof value === 'string' ? value : ''}
          problem={field.input === 'code' ? field.problem?.(rule) : undefined}
          onChange={(typed) => {
            const text = field.input === 'code' && field.isTrimmed ? typed.trim() : typed
            onChange(text === '' && field.optional ? undefined : text)
          }}
        />
      )
    case 'json':
      return <JsonTextField {...words} value={value} read={field.read} onChange={onChange} />
    case 'number': {
      const { unit = 1 } = field
      return (
        <FormField {...words}>
          {(input) => (
            <input
              {...input}
              type="number"
              min={0}
              step={unit === 1 ? 1 : 'any'}
              // What is typed stays as it is: "0." is on its way to "0.5".
              defaultValue={value === undefined ? undefined : Number(value) / unit}
              onChange={({ target: { validity, value: typed, valueAsNumber } }) => {
                if (validity.valid)
                  onChange(typed === '' ? undefined : Math.round(valueAsNumber * unit))
              }}
              className="w-full max-w-40 field"
            />
          )}
        </FormField>
      )
    }
    case 'choice':
      return (
        <FormField {...words}>
          {(input) => (
            <Select
              {...input}
              value={typeof value === 'number' || typeof value === 'string' ? value : ''}
              options={field.options(value)}
              onChange={(next) => onChange(next === '' ? undefined : next)}
            />
          )}
        </FormField>
      )
    case 'flag':
      return (
        <label className="flex items-center gap-2 text-sm text-text-2 target">
          <input
            type="checkbox"
            checked={value === true}
            onChange={({ target }) => onChange(target.checked)}
            className="size-4 accent-accent"
          />
          {label}
        </label>
      )
    case 'model':
    case 'connection': {
      if (rule.type !== 'judge') return null
      const Input = field.input === 'model' ? ModelSelect : ConnectionSelect
      return (
        <div className="flex flex-col gap-1 text-sm">
          <span aria-hidden className="font-medium">
            {label}
          </span>
          <Input label={label} configuration={rule} onChange={onChange} />
        </div>
      )
    }
  }
}

interface TextFieldProps extends Omit<ComponentProps<typeof FormField>, 'children'> {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isCode?: boolean
}

/** A text of one line or more. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, placeholder, isCode = false, ...field } = props
  return (
    <FormField {...field}>
      {(input) => (
        <TextArea
          {...input}
          value={value}
          placeholder={placeholder}
          spellCheck={!isCode}
          onChange={(event) => onChange(event.target.value)}
          className={cx('max-h-[40vh]', isCode && 'font-mono text-xs')}
        />
      )}
    </FormField>
  )
}

interface JsonTextFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'problem'> {
  /** Undefined: the field is empty. */
  value: JsonValue | undefined
  /** Reads what was typed; undefined where it can't be used. */
  read: (text: string) => JsonValue | undefined
  /** Undefined: the field was emptied. */
  onChange: (value: JsonValue | undefined) => void
}

/** A value as JSON text. What can't be read stays in the field, and the last value that could is kept. */
function JsonTextField({ value, read, onChange, ...field }: JsonTextFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : textOf(value))
  const readTyped = (text: string) => (text.trim() === '' ? undefined : read(text))
  const isBroken = typed.trim() !== '' && readTyped(typed) === undefined
  return (
    <TextField
      {...field}
      isCode
      value={typed}
      problem={isBroken ? 'Invalid JSON. The last valid value is used.' : undefined}
      onChange={(text) => {
        setTyped(text)
        const next = readTyped(text)
        if (next !== undefined || text.trim() === '') onChange(next)
      }}
    />
  )
}

/** A text that could be read as another value is shown as JSON. */
function textOf(value: JsonValue): string {
  if (typeof value === 'string')
    return readJson(value) === undefined ? value : JSON.stringify(value)
  return JSON.stringify(value, null, 2)
}
