import { useStore } from 'zustand'

import { DEFAULT_EDIT_MODEL } from '../../../../contract/image/edit-models.ts'
import { modelName, type Model } from '../../../../contract/models/model.ts'
import { editPriceOf } from '../../../../contract/models/price.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { setField, textField } from '../../../core/image/form.ts'
import { imageEditor } from '../../../page/image.ts'
import type { ComboboxOption } from '../../../ui/controls/combobox-options.ts'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FieldRow } from './field-row.tsx'
import { useChosenModel, useEditModels } from './use-edit-models.ts'

/** The edit model: one of the list, or any id as text. */
export function ModelField({ issues }: { issues: readonly ValidationIssue[] }) {
  const named = useStore(imageEditor.form, ({ fields }) => textField(fields, 'model'))
  const isSet = useStore(imageEditor.form, ({ fields }) => fields['model'] !== undefined)
  const { models, loading, failed, retry } = useEditModels()
  const model = useChosenModel()
  return (
    <FieldRow
      label="Model"
      wireName="model"
      isSet={isSet}
      onReset={() => setField(imageEditor, 'model', undefined)}
      noteId="image-model-note"
      note={
        failed ? (
          "Couldn't load models. You can still type a model ID."
        ) : model !== undefined ? (
          about(model, isSet)
        ) : loading ? (
          // As high as what is said of a model, so that nothing moves when it comes.
          <span className="block min-h-[2.7em]" />
        ) : isSet ? (
          'This model is not listed, so its limits and price are unknown.'
        ) : undefined
      }
      issues={issues}
    >
      <Combobox
        label="Model"
        value={named}
        options={models.map(modelOption)}
        onChange={(value) => setField(imageEditor, 'model', value)}
        freeText
        placeholder={DEFAULT_EDIT_MODEL}
        emptyText={
          loading ? 'Loading models…' : 'No edit models listed. You can still type a model ID.'
        }
        onOpen={() => {
          if (failed) retry()
        }}
        invalid={issues.length > 0}
        describedBy="image-model-note"
      />
    </FieldRow>
  )
}

function about(model: Model, isSet: boolean): string {
  const { description } = model.model_spec ?? {}
  const lead = isSet ? '' : `Default: ${DEFAULT_EDIT_MODEL}. `
  return `${lead}${description ?? modelName(model)}`
}

function modelOption(model: Model): ComboboxOption {
  const name = modelName(model)
  const price = editPriceOf(model, {})
  return {
    value: model.id,
    keywords: name,
    content: (
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="flex items-center gap-2">
          <span className="font-mono">{model.id}</span>
          {model.model_spec?.deprecation && <Badge tone="warn">deprecated</Badge>}
          {model.model_spec?.offline === true && <Badge tone="bad">offline</Badge>}
        </span>
        <span className="text-xs text-text-3">
          {name === model.id ? '' : name}
          {price !== undefined && (
            <>
              {' · '}
              <span className="text-money">from {formatMicroUsd(price)}</span>
            </>
          )}
        </span>
      </span>
    ),
  }
}
