import Coins from 'lucide-react/icons/coins'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Fragment, useEffect, useId, useRef } from 'react'

import type { RuleFix, RuleNote } from '../../../../contract/chat/request/request-rules.ts'
import { limitsInWords, type FieldControl } from '../../../../contract/field-rule.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import type { SettingAdvice } from '../../../core/chat/settings/setting-advice.ts'
import type { SettingField } from '../../../core/chat/settings/settings-fields.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { SettingControl } from './setting-control.tsx'

interface SettingRowProps {
  field: SettingField
  /** Undefined: not sent. */
  value: JsonValue | undefined
  /** All settings, for a control that depends on another. */
  settings: JsonObject
  /** What the model says about it; undefined while that is not known. */
  advice: SettingAdvice | undefined
  issues: readonly ValidationIssue[]
  notes: readonly RuleNote[]
  /** The service refused it in the last request. */
  isRefused?: boolean
  /** Someone pressed to get here. */
  isWanted?: boolean
  onChange: (value: JsonValue | undefined) => void
  onFix: (fix: RuleFix) => void
}

/** One setting: name in words and on the wire, the control, a mark and a reset when set, faults. */
export function SettingRow(props: SettingRowProps) {
  const {
    field,
    value,
    settings,
    advice,
    issues,
    notes,
    isRefused = false,
    isWanted = false,
    onChange,
    onFix,
  } = props
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isWanted) return
    chatViewStore.setState({ wantedSetting: undefined })
    row.current?.scrollIntoView({ block: 'center' })
    const control =
      row.current?.querySelector<HTMLElement>('input, select, textarea') ??
      row.current?.querySelector<HTMLElement>('button:not(:disabled)')
    control?.focus()
  }, [isWanted])
  const { rule, wireName } = field
  const { denied, inVain = false, limited, modelDefault, price } = advice ?? {}
  const id = useId()
  const isSet = value !== undefined
  return (
    <li
      ref={row}
      className={cx(
        'group/row flex flex-col gap-1 border-b py-2.5 last:border-0',
        isRefused && 'rounded-md outline-2 outline-offset-[-1px] outline-bad',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="flex min-w-0 grow basis-28 items-baseline gap-1.5">
          <span
            aria-hidden
            className={cx(
              'size-1.5 shrink-0 -translate-y-0.5 rounded-full',
              isSet
                ? denied === undefined
                  ? 'bg-accent'
                  : 'bg-warn'
                : 'border border-line-strong',
            )}
          />
          <div className="min-w-0">
            <p className={denied === undefined ? '' : 'text-text-3'}>{rule.label}</p>
            <p
              className={cx(
                'font-mono text-xs text-text-3',
                rule.deprecated !== undefined && 'line-through',
              )}
            >
              <Breakable name={wireName} />
            </p>
          </div>
        </div>
        <IconButton
          label={`Reset ${wireName}`}
          disabled={!isSet}
          className={isSet ? '' : 'invisible'}
          onClick={() => onChange(undefined)}
        >
          <RotateCcw size={14} aria-hidden />
        </IconButton>
        <div
          className={cx(
            'flex min-w-0 items-center gap-1',
            isWide(rule.control) && 'order-1 w-full pl-3',
          )}
        >
          <SettingControl
            field={field}
            value={value}
            settings={settings}
            modelDefault={modelDefault}
            invalid={issues.length > 0}
            describedBy={id}
            onChange={onChange}
          />
        </div>
      </div>
      <div id={id} className="flex flex-col gap-1 pl-3 text-xs text-text-3">
        <p>
          {description(field)}
          {!isSet && modelDefault !== undefined && ` Model default: ${modelDefault}.`}
        </p>
        {denied !== undefined && <p className={inVain ? 'text-warn' : ''}>{denied}</p>}
        {limited !== undefined && <p className="text-warn">{limited}</p>}
        {price !== undefined && (
          <p className="flex items-center gap-1 text-text-2">
            <Coins size={12} aria-hidden className="shrink-0" />
            {price}
          </p>
        )}
        {issues.map(({ message }) => (
          <p key={message} className="text-bad">
            {message}
          </p>
        ))}
        {notes.map((note) => (
          <RuleNoteLine key={note.message} note={note} onFix={onFix} />
        ))}
      </div>
    </li>
  )
}

/** A name that breaks after its underscores, where it must. */
function Breakable({ name }: { name: string }) {
  return name.split('_').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          _<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
}

/** A rule between fields, with the press that settles it. An error says itself among the faults. */
function RuleNoteLine({ note, onFix }: { note: RuleNote; onFix: (fix: RuleFix) => void }) {
  const { level, message, fix } = note
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      {level !== 'error' && <p className={level === 'info' ? '' : 'text-warn'}>{message}</p>}
      {fix !== undefined && <Button onClick={() => onFix(fix)}>{fix.label}</Button>}
    </div>
  )
}

/** Controls that need the whole width go under the name. */
function isWide(control: FieldControl): boolean {
  switch (control.kind) {
    case 'number':
      return control.min !== undefined && control.max !== undefined
    case 'boolean':
      return false
    case 'choice':
      return control.values.length > 3
    case 'text':
    case 'list':
    case 'structure':
      return true
  }
}

/** Meaning, limits and default of a field, in sentences. */
function description({ rule }: SettingField): string {
  const limits = rule.control.kind === 'number' ? limitsInWords(rule.control) : ''
  return [
    rule.meaning,
    limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`,
    rule.default == null ? '' : `Default: ${rule.default}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
