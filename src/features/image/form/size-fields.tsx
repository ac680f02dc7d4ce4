import { useState } from 'react'
import { useStore } from 'zustand'

import { QUALITIES } from '../../../../contract/image/edit-request.ts'
import { DEFAULT_RESOLUTION } from '../../../../contract/image/output-format.ts'
import { constraintsOf } from '../../../../contract/models/model.ts'
import { editPriceOf } from '../../../../contract/models/price.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { formatMicroUsd } from '../../../core/format/money.ts'
import { setField, textField } from '../../../core/image/form.ts'
import { imageEditor } from '../../../page/image.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { FieldRow } from './field-row.tsx'
import { useChosenModel } from './use-edit-models.ts'

const TIERS = ['1K', '2K', '4K']

/** The size tier: one that the model has, or any text. */
export function ResolutionField({ issues }: { issues: readonly ValidationIssue[] }) {
  const chosen = useStore(imageEditor.form, ({ fields }) => textField(fields, 'resolution'))
  const [asksText, setAsksText] = useState(false)
  const model = useChosenModel()
  const constraints = model && constraintsOf(model)
  const supported = constraints?.resolutions ?? TIERS
  const tiers = [...new Set([...TIERS, ...supported])]
  const missing = tiers.filter((tier) => !supported.includes(tier))
  const isOther = chosen !== '' && !tiers.includes(chosen)
  const isText = asksText || isOther
  return (
    <FieldRow
      label="Resolution"
      wireName="resolution"
      isSet={chosen !== ''}
      onReset={() => {
        setAsksText(false)
        setField(imageEditor, 'resolution', undefined)
      }}
      noteId="image-resolution-note"
      note={
        <>
          {chosen === '' && <p>Default: {constraints?.defaultResolution ?? DEFAULT_RESOLUTION}.</p>}
          {missing.length > 0 && (
            <p>
              {model?.id} doesn't support {missing.join(', ')}.
            </p>
          )}
        </>
      }
      issues={issues}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Resolution"
          describedBy="image-resolution-note"
          value={tiers.includes(chosen) ? chosen : undefined}
          options={tiers.map((tier) => ({
            value: tier,
            label: tier,
            disabled: missing.includes(tier) && chosen !== tier,
          }))}
          onChange={(tier) => {
            setAsksText(false)
            setField(imageEditor, 'resolution', tier)
          }}
        />
        {isText ? (
          <input
            type="text"
            aria-label="Other resolution"
            aria-describedby="image-resolution-note"
            aria-invalid={issues.length > 0}
            placeholder="1 to 10 characters"
            value={isOther ? chosen : ''}
            onChange={({ target }) =>
              setField(imageEditor, 'resolution', target.value === '' ? undefined : target.value)
            }
            className="w-36 field font-mono"
          />
        ) : (
          <Button variant="ghost" onClick={() => setAsksText(true)}>
            Other…
          </Button>
        )}
      </div>
    </FieldRow>
  )
}

/** The quality tier with its price, where the model honours one. */
export function QualityField({ issues }: { issues: readonly ValidationIssue[] }) {
  const chosen = useStore(imageEditor.form, ({ fields }) => textField(fields, 'quality'))
  const resolution = useStore(imageEditor.form, ({ fields }) => textField(fields, 'resolution'))
  const model = useChosenModel()
  const constraints = model && constraintsOf(model)
  const honoured = constraints?.qualities
  if (model !== undefined && honoured === undefined && chosen === '') return null
  const supported: readonly string[] = honoured ?? QUALITIES
  const price = (quality: string) =>
    model &&
    honoured &&
    editPriceOf(model, { quality, ...(resolution === '' ? {} : { resolution }) })
  return (
    <FieldRow
      label="Quality"
      wireName="quality"
      isSet={chosen !== ''}
      onReset={() => setField(imageEditor, 'quality', undefined)}
      noteId="image-quality-note"
      note={
        model !== undefined && honoured === undefined
          ? `${model.id} ignores quality.`
          : chosen === ''
            ? `Default: ${constraints?.defaultQuality ?? 'set by the model'}, billed as such.`
            : undefined
      }
      issues={issues}
    >
      <Segmented
        label="Quality"
        describedBy="image-quality-note"
        value={QUALITIES.find((quality) => quality === chosen)}
        options={QUALITIES.map((quality) => {
          const microUsd = price(quality)
          return {
            value: quality,
            label: quality,
            disabled: !supported.includes(quality),
            icon: (
              <span className="flex items-baseline gap-1.5">
                {quality}
                {microUsd !== undefined && (
                  <span className="font-mono text-xs text-money">{formatMicroUsd(microUsd)}</span>
                )}
              </span>
            ),
          }
        })}
        onChange={(quality) => setField(imageEditor, 'quality', quality)}
        className="w-full"
      />
    </FieldRow>
  )
}
