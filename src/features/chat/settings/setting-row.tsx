import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useId, useRef, useState } from 'react'

import type { RuleFix, RuleNote } from '../../../../contract/chat/request/request.ts'
import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import type { SettingAdvice } from '../../../core/chat/settings/setting-advice.ts'
import {
  type SettingField,
  settingName,
  summarizeValue,
} from '../../../core/chat/settings/settings-fields.ts'
import { ChoiceField } from '../../../ui/controls/fields.tsx'
import { NumberField, SliderField } from '../../../ui/controls/slider-field.tsx'
import { cx } from '../../../ui/cx.ts'
import { part } from '../../../ui/feedback/part.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { chatViewStore, showGroup } from '../chat-view-store.ts'
import type { SettingControlProps } from './setting-notes.tsx'

const SettingNotes = part(() => import('./setting-notes.tsx'), 'SettingNotes', { quiet: true })

const ListControl = part(() => import('../structures/list-control.tsx'), 'ListControl', {
  fallback: <Skeleton lines={2} className="p-2" />,
})

const StructureDialog = part(() => import('../structures/structure-dialog.tsx'), 'StructureDialog')

const ToolChoice = part(() => import('../structures/list-control.tsx'), 'ToolChoice', {
  fallback: <Skeleton lines={1} className="grow" />,
})

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
  isWanted?: boolean
  onChange: (value: JsonValue | undefined) => void
  onFix: (fix: RuleFix) => void
}

/** A setting in one line. A list is edited below it, a structure in a dialog; faults stand below. */
export function SettingRow(props: SettingRowProps) {
  const { field, value, settings, advice, issues, notes, isWanted = false, onChange } = props
  const { wireName, rule } = field
  const row = useRef<HTMLLIElement>(null)
  const [editing, setEditing] = useState(false)
  const [helped, setHelped] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    showGroup(rule.group, true)
    chatViewStore.setState({ wantedSetting: undefined })
    row.current?.scrollIntoView({ block: 'center' })
    const control =
      row.current?.querySelector<HTMLElement>('input:not([type=range]), select, textarea') ??
      row.current?.querySelector<HTMLElement>('[aria-haspopup], [aria-expanded]')
    control?.focus()
  }, [isWanted, rule.group])
  const id = useId()
  const { denied, inVain = false, limited, modelDefault, price } = advice ?? {}
  const isNoted = inVain || (limited ?? price) !== undefined || issues.length + notes.length > 0
  const control = {
    field,
    value,
    settings,
    modelDefault,
    invalid: issues.length > 0,
    describedBy: id,
    onChange,
  }
  const isList = rule.control.kind === 'list'
  const isLarge = isList || (rule.control.kind === 'structure' && wireName !== 'tool_choice')
  return (
    <li
      ref={row}
      className={cx(
        'group/row rounded-md py-0.5 pl-1 [--target:1.75rem]',
        props.isRefused === true && 'outline-2 outline-offset-[-1px] outline-bad',
      )}
    >
      <div className="flex flex-wrap items-center gap-1">
        {/* There is room for one name: the one on the wire takes the place of the other. */}
        <div className="flex h-7 min-w-0 grow basis-(--label,0px) flex-wrap content-start overflow-hidden leading-7 group-hover/row:content-end group-has-focus-visible/row:content-end">
          <span
            className={cx(
              'w-full truncate',
              value !== undefined
                ? 'font-medium'
                : denied === undefined
                  ? 'text-text-2'
                  : 'text-text-3',
            )}
          >
            {rule.label}
          </span>
          <span
            className={cx(
              'w-full truncate font-mono text-xs leading-7 text-text-3',
              rule.deprecated !== undefined && 'line-through',
            )}
          >
            {wireName}
          </span>
        </div>
        <button
          type="button"
          aria-label={`About ${wireName}`}
          aria-expanded={helped}
          onClick={() => setHelped(!helped)}
          className="size-6 shrink-0 rounded-full text-xs text-text-3 opacity-0 group-hover/row:opacity-100 group-has-focus-visible/row:opacity-100 hover:bg-surface-2 hover:text-text-1 aria-expanded:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
        >
          ?
        </button>
        <div className="flex w-(--control,8.5rem) shrink-0 items-center justify-end pointer-coarse:w-(--control,10rem)">
          {isLarge ? (
            <button
              type="button"
              aria-label={settingName(field)}
              aria-describedby={`${id} ${id}-summary`}
              {...(isList ? { 'aria-expanded': editing } : { 'aria-haspopup': 'dialog' })}
              onClick={() => setEditing(!editing)}
              className="flex w-full items-center gap-1 field text-left"
            >
              <span
                id={`${id}-summary`}
                className={cx('grow truncate', value === undefined && 'text-xs text-text-3')}
              >
                {value === undefined ? 'Default' : summarizeValue(value)}
              </span>
              <ChevronRight
                size={14}
                aria-hidden
                className={cx(
                  'shrink-0 text-text-3',
                  isList && (editing ? '-rotate-90' : 'rotate-90'),
                )}
              />
            </button>
          ) : (
            <SettingControl {...control} />
          )}
        </div>
      </div>
      {isList && editing && (
        <div className="py-1">
          <ListControl {...control} />
        </div>
      )}
      {isLarge && !isList && editing && (
        <StructureDialog {...control} onClose={() => setEditing(false)} />
      )}
      <div id={id}>{(helped || isNoted) && <SettingNotes {...props} helped={helped} />}</div>
    </li>
  )
}

const CharacterPicker = part(() => import('./character-picker.tsx'), 'CharacterPicker', {
  fallback: <Skeleton lines={1} className="grow" />,
})

/** The control of a field that fits into its line. Unset, it shows the default. */
function SettingControl(props: SettingControlProps) {
  const { field, value, modelDefault, invalid, describedBy, onChange } = props
  const { rule, path } = field
  const label = settingName(field)
  const unset = modelDefault ?? rule.default
  const placeholder = unset == null ? 'Default' : String(unset)
  const { control } = rule
  switch (control.kind) {
    case 'number': {
      const { min, max, above, step } = control
      const number = {
        label,
        invalid,
        describedBy,
        onChange,
        step,
        value: typeof value === 'number' ? value : undefined,
        placeholder,
      }
      if (min !== undefined && max !== undefined)
        return (
          <SliderField
            {...number}
            min={min}
            max={max}
            {...(typeof unset === 'number' && { ghost: unset })}
          />
        )
      const least = min ?? (above === undefined ? undefined : above + 1)
      return (
        <NumberField {...number} {...(least !== undefined && { min: least })} className="w-18" />
      )
    }
    case 'choice':
      return (
        <ChoiceField
          label={label}
          describedBy={describedBy}
          values={control.values}
          value={typeof value === 'string' ? value : undefined}
          placeholder={placeholder}
          onChange={onChange}
        />
      )
    case 'text':
      return path === 'vendor_parameters.character_slug' ? (
        <CharacterPicker {...props} />
      ) : (
        <input
          type="text"
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          placeholder={placeholder}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          className="w-full field font-mono placeholder:font-sans placeholder:text-xs"
        />
      )
    case 'structure':
      return <ToolChoice {...props} />
    default:
      return (
        <ChoiceField
          label={label}
          describedBy={describedBy}
          values={['true', 'false']}
          // What every chat begins with is not unset but turned off.
          hasDefault={path !== 'stream'}
          value={typeof value === 'boolean' ? String(value) : undefined}
          onChange={(next) => onChange(next === undefined ? undefined : next === 'true')}
        />
      )
  }
}
