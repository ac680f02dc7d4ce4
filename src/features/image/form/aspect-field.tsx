import { useStore } from 'zustand'

import { closestRatio, ratioOf } from '../../../../contract/image/closest-ratio.ts'
import { ASPECT_RATIOS } from '../../../../contract/image/edit-request.ts'
import { constraintsOf } from '../../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { setField, textField } from '../../../core/image/form.ts'
import { imageEditor } from '../../../page/image.ts'
import { cx } from '../../../ui/cx.ts'
import { FieldRow } from './field-row.tsx'
import { useChosenModel } from './use-edit-models.ts'

/** The shape of the result, drawn; what `auto` gives for this source; what the model does not have. */
export function AspectField({ issues }: { issues: readonly ValidationIssue[] }) {
  const chosen = useStore(imageEditor.form, ({ fields }) => textField(fields, 'aspect_ratio'))
  const shown = useStore(imageEditor.form, ({ source }) =>
    source?.kind === 'file' ? source.facts?.shown : undefined,
  )
  const model = useChosenModel()
  const supported = (model && constraintsOf(model).aspectRatios) ?? ASPECT_RATIOS
  const inferred = shown && closestRatio(shown, supported)
  const missing = ASPECT_RATIOS.filter((ratio) => !supported.includes(ratio))
  return (
    <FieldRow
      label="Aspect ratio"
      wireName="aspect_ratio"
      isSet={chosen !== ''}
      onReset={() => setField(imageEditor, 'aspect_ratio', undefined)}
      noteId="image-aspect-note"
      note={
        <>
          <p>
            {chosen === '' ? 'Default: auto' : 'auto'}
            {inferred === undefined
              ? ', the closest supported ratio.'
              : `: ${inferred}, the closest supported ratio.`}
          </p>
          {missing.length > 0 && (
            <p>
              {model?.id} doesn't support {missing.join(', ')}.
            </p>
          )}
        </>
      }
      issues={issues}
    >
      <div
        role="radiogroup"
        aria-label="Aspect ratio"
        aria-describedby="image-aspect-note"
        className="grid grid-cols-5 gap-1"
      >
        {ASPECT_RATIOS.map((ratio) => (
          <label
            key={ratio}
            title={
              missing.includes(ratio)
                ? `${model?.id ?? 'The model'} doesn't support ${ratio}`
                : ratio
            }
            className="relative flex h-14 flex-col items-center justify-end gap-1 rounded-md border border-(--field-line) bg-surface-2 pb-1 text-xs text-text-2 hover:bg-surface-3 has-checked:bg-accent/12 has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:opacity-50"
          >
            <input
              type="radio"
              name="aspect_ratio"
              value={ratio}
              aria-label={ratio}
              checked={chosen === ratio}
              disabled={missing.includes(ratio) && chosen !== ratio}
              onChange={() => setField(imageEditor, 'aspect_ratio', ratio)}
              className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none disabled:cursor-default"
            />
            <Shape ratio={ratio === 'auto' ? inferred : ratio} dashed={ratio === 'auto'} />
            <span aria-hidden className="font-mono">
              {ratio}
            </span>
          </label>
        ))}
      </div>
    </FieldRow>
  )
}

/** Longest side of a drawn shape, px. */
const LONGEST = 24

function Shape({ ratio, dashed }: { ratio: string | undefined; dashed: boolean }) {
  const value = ratio === undefined ? 1 : ratioOf(ratio)
  const width = value >= 1 ? LONGEST : LONGEST * value
  const height = value >= 1 ? LONGEST / value : LONGEST
  return (
    <span aria-hidden className="flex grow items-center">
      <span
        className={cx(
          'block rounded-[2px] border-current',
          dashed ? 'border border-dashed' : 'border-[1.5px]',
        )}
        style={{ width, height }}
      />
    </span>
  )
}
