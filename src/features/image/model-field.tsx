import { DEFAULT_EDIT_MODEL, editFields } from '../../../contract/image/edit-request.ts'
import { type Model, modelName } from '../../../contract/models/model.ts'
import { editPriceOf } from '../../../contract/models/price.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { setField } from '../../core/image/form.ts'
import { imageEditor } from '../../page/image.ts'
import { Combobox, type ComboboxOption } from '../../ui/controls/combobox.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Field, noteOf, useText } from './field-row.tsx'
import { useChosenModel, useEditModels } from './use-edit-models.ts'

/** The edit model: one of the list, or any ID as text. */
export function ModelField({ issues }: { issues: readonly ValidationIssue[] }) {
  const named = useText('model')
  const { models, loading, failed, retry } = useEditModels()
  const model = useChosenModel()
  const lead = named === '' ? `Default: ${DEFAULT_EDIT_MODEL}. ` : ''
  return (
    <Field
      name="model"
      issues={issues}
      note={
        failed ? (
          "Couldn't load models. You can still type a model ID."
        ) : model !== undefined ? (
          `${lead}${model.model_spec?.description ?? modelName(model)}`
        ) : loading ? (
          // As high as what is said of a model, so that nothing moves when it comes.
          <span className="block min-h-[2.7em]" />
        ) : named !== '' ? (
          'This model is not listed, so its limits and price are unknown.'
        ) : undefined
      }
    >
      <Combobox
        label={editFields.model.label}
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
        invalid={issues.some(({ path }) => path[0] === 'model')}
        describedBy={noteOf('model')}
      />
    </Field>
  )
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
