import { useStore } from 'zustand'

import type { Model } from '../../../contract/models/model.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import {
  choicesOf,
  editPrice,
  requestedModel,
  textField,
  validateForm,
  variationFields,
  withChange,
} from '../../core/image/form.ts'
import { VARIED_FIELDS } from '../../core/storage/images/image-draft.ts'
import { imageEditor } from '../../page/image.ts'
import { Select } from '../../ui/controls/select.tsx'
import { cx } from '../../ui/cx.ts'
import { useEditModels } from './use-edit-models.ts'

/** What each further variation has otherwise than the form, with its own price. */
export function VariationFields() {
  const form = useStore(imageEditor.form)
  const { models } = useEditModels()
  if (form.variations === 1) return null
  return (
    <section aria-label="Variation settings" className="flex flex-col gap-2 py-2.5">
      <p className="text-sm">Variations</p>
      <p className="text-xs text-text-3">
        The first uses the form. Each of the others changes only what you choose here.
      </p>
      {variationFields(form)
        .slice(1)
        .map((fields, index) => (
          <Variation key={index + 1} at={index + 1} fields={fields} models={models} />
        ))}
    </section>
  )
}

const SAME = {
  model: 'same model',
  resolution: 'same resolution',
  aspect_ratio: 'same aspect ratio',
  quality: 'same quality',
} as const

interface VariationProps {
  /** From 1: the first variation is the form. */
  at: number
  fields: ReturnType<typeof variationFields>[number]
  models: readonly Model[]
}

function Variation({ at, fields, models }: VariationProps) {
  const change = useStore(imageEditor.form, ({ changes }) => changes[at]) ?? {}
  const model = requestedModel(models, fields)
  const price = editPrice(models, fields)
  const faults = validateForm(fields, model)
  const choices = (name: keyof typeof SAME) =>
    name === 'model' ? models.map(({ id }) => id) : choicesOf(name, model).supported
  return (
    <fieldset className="grid grid-cols-2 gap-1.5">
      <legend className="mb-1 flex w-full items-baseline text-xs text-text-2">
        <span className="grow">Variation {at + 1}</span>
        {price !== undefined && (
          <span className="font-mono text-money tabular-nums">{formatMicroUsd(price)}</span>
        )}
      </legend>
      {VARIED_FIELDS.filter((name) => choices(name).length > 0).map((name) => (
        <Select
          key={name}
          aria-label={`${name}, variation ${at + 1}`}
          value={textField(change, name)}
          options={[
            { value: '', label: SAME[name] },
            ...choices(name).map((value) => ({ value, label: value })),
          ]}
          onChange={(value) =>
            imageEditor.form.setState(({ changes }) => ({
              changes: withChange(changes, at, name, value === '' ? undefined : value),
            }))
          }
          className={cx('font-mono text-xs', name === 'model' && 'col-span-2')}
        />
      ))}
      {faults.map(({ message }) => (
        <p key={message} className="col-span-2 text-xs text-bad">
          {message}
        </p>
      ))}
    </fieldset>
  )
}
