import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useId } from 'react'

import type { RuleFix, RuleNote } from '../../contract/chat/request-rules.ts'
import { limitsInWords } from '../../contract/field-rule.ts'
import type { JsonValue } from '../../contract/json.ts'
import type { ValidationIssue } from '../../contract/validation.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { SettingControl } from './setting-control.tsx'
import type { SettingField } from './settings-fields.ts'

interface SettingRowProps {
  field: SettingField
  /** Undefined: not sent. */
  value: JsonValue | undefined
  issues: readonly ValidationIssue[]
  notes: readonly RuleNote[]
  onChange: (value: JsonValue | undefined) => void
  onFix: (fix: RuleFix) => void
}

/** One setting: name in words and on the wire, the control, a mark and a reset when set, faults. */
export function SettingRow({ field, value, issues, notes, onChange, onFix }: SettingRowProps) {
  const { rule, wireName } = field
  const id = useId()
  const isSet = value !== undefined
  const limits = rule.control.kind === 'number' ? limitsInWords(rule.control) : ''
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex min-h-6 items-center gap-1.5">
        <span
          aria-hidden
          className={cx('size-1.5 shrink-0 rounded-full', isSet ? 'bg-accent' : 'bg-transparent')}
        />
        <span className="min-w-0 grow truncate" title={rule.meaning}>
          {rule.label}{' '}
          <code className={cx('font-mono text-xs text-text-3', rule.deprecated && 'line-through')}>
            {wireName}
          </code>
        </span>
        {isSet ? (
          <IconButton label={`Reset ${wireName}`} onClick={() => onChange(undefined)}>
            <RotateCcw size={14} aria-hidden />
          </IconButton>
        ) : (
          <span className="text-xs text-text-3">not sent</span>
        )}
      </div>
      <div className="pl-3">
        <SettingControl
          field={field}
          value={value}
          invalid={issues.length > 0}
          describedBy={id}
          onChange={onChange}
        />
        <div id={id} className="mt-1 flex flex-col gap-1 text-xs text-text-3">
          <p>
            {rule.meaning}
            {limits !== '' && ` ${capitalised(limits)}.`}
            {rule.default != null && ` Default ${String(rule.default)}.`}
          </p>
          {issues.map(({ message }) => (
            <p key={message} className="text-bad">
              {message}
            </p>
          ))}
          {notes.map((note) => (
            <p key={note.message} className={note.level === 'info' ? undefined : 'text-warn'}>
              {note.level === 'error' ? null : note.message}{' '}
              {note.fix && (
                <Button
                  variant="ghost"
                  className="text-xs underline"
                  onClick={() => note.fix && onFix(note.fix)}
                >
                  {note.fix.label}
                </Button>
              )}
            </p>
          ))}
        </div>
      </div>
    </li>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
