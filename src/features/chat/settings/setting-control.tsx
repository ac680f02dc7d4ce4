import { settingName } from '../../../core/chat/settings/settings-fields.ts'
import { NumberField, SliderField } from '../../../ui/controls/slider-field.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { loadCharacterPicker } from '../lazy.ts'
import { ChoiceControl } from './choice-control.tsx'
import type { SettingControlProps } from './setting-control-props.ts'
import { TriState } from './tri-state.tsx'

const CharacterPicker = lazyComponent(() =>
  loadCharacterPicker().then((module) => module.CharacterPicker),
)

/** The control of a field that fits into its line. Unset, it shows the default. */
export function SettingControl(props: SettingControlProps) {
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
        <ChoiceControl
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
        <ChunkBoundary fallback={<Skeleton lines={1} className="grow" />}>
          <CharacterPicker {...props} />
        </ChunkBoundary>
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
    default:
      return (
        <TriState
          label={label}
          describedBy={describedBy}
          value={typeof value === 'boolean' ? value : undefined}
          onChange={onChange}
        />
      )
  }
}
