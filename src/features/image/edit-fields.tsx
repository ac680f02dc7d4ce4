import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'

import {
  DEFAULT_RESOLUTION,
  OUTPUT_FORMATS,
  editFields,
  outputFormat,
} from '../../../contract/image/edit-request.ts'
import { closestRatio, ratioOf } from '../../../contract/image/image-limits.ts'
import { constraintsOf } from '../../../contract/models/model.ts'
import { editPriceOf } from '../../../contract/models/price.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { type ChoiceName, choicesOf, setField } from '../../core/image/form.ts'
import { imageEditor } from '../../page/image.ts'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceField as FormatChoice } from '../../ui/controls/fields.tsx'
import { Segmented, Switch } from '../../ui/controls/toggles.tsx'
import { cx } from '../../ui/cx.ts'
import { Field, Row, noteOf, useText } from './field-row.tsx'
import { ModelField } from './model-field.tsx'
import { useChosenModel } from './use-edit-models.ts'

type Issues = readonly ValidationIssue[]

/** Every field of a request but image and prompt, as `editFields` lists them, and how it is sent. */
export function EditFields({ issues }: { issues: Issues }) {
  const transport = useStore(imageEditor.form, (form) => form.transport)
  const isFaulty = issues.some(({ path }) => ADVANCED.some((name) => name === path[0]))
  return (
    <>
      <ModelField issues={issues} />
      <AspectField issues={issues} />
      <ResolutionField issues={issues} />
      <QualityField issues={issues} />
      <FormatField issues={issues} />
      <SwitchField name="safe_mode" issues={issues} />
      <Disclosure summary="Advanced" className="-ml-1 py-1" open={isFaulty}>
        {ADVANCED.map((name) => (
          <SwitchField key={name} name={name} issues={issues} />
        ))}
        <Row
          label="Body"
          isSet={transport !== 'multipart'}
          onReset={() => imageEditor.form.setState({ transport: 'multipart' })}
          noteId="image-transport-note"
          note={
            transport === 'multipart'
              ? 'Sends the file with its name.'
              : 'Sends the file as base64, a third larger, without its name.'
          }
        >
          <Segmented
            label="Body"
            describedBy="image-transport-note"
            value={transport}
            options={[
              { value: 'multipart', label: 'Form (multipart)' },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={(chosen) => imageEditor.form.setState({ transport: chosen })}
            className="self-start"
          />
        </Row>
      </Disclosure>
    </>
  )
}

const ADVANCED = ['enhance_prompt', 'disable_prompt_optimization_thinking'] as const

type SwitchName = 'safe_mode' | (typeof ADVANCED)[number]

function SwitchField({ name, issues }: { name: SwitchName; issues: Issues }) {
  const value = useStore(imageEditor.form, ({ fields }) => fields[name])
  const { label, meaning, default: unset } = editFields[name]
  const isOn = value === undefined ? unset : value === true
  return (
    <Field
      name={name}
      issues={issues}
      note={`${value === undefined ? `Default: ${isOn ? 'on' : 'off'}. ` : ''}${meaning}`}
      beside={
        <Switch
          label={label}
          describedBy={noteOf(name)}
          checked={isOn === true}
          onChange={(on) => setField(imageEditor, name, on)}
        />
      }
    />
  )
}

interface ChoiceFieldProps {
  name: ChoiceName
  issues: Issues
  note: ReactNode
  /** A value as it is drawn, for what is more than its word. */
  draw?: (value: string) => ReactNode
  className?: string
  children?: ReactNode
}

/** One of a few values in a bar. What the model does not have can't be chosen, and is named below. */
function ChoiceField(props: ChoiceFieldProps) {
  const { name, issues, note, draw, className, children } = props
  const chosen = useText(name)
  const model = useChosenModel()
  const { values, missing } = choicesOf(name, model)
  const { label } = editFields[name]
  return (
    <Field
      name={name}
      issues={issues}
      note={
        <>
          {note !== undefined && <p>{note}</p>}
          {missing.length > 0 && model !== undefined && (
            <p>
              {model.id} doesn't support {missing.join(', ')}.
            </p>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={label}
          describedBy={noteOf(name)}
          value={values.includes(chosen) ? chosen : undefined}
          options={values.map((value) => ({
            value,
            label: value,
            disabled: missing.includes(value) && chosen !== value,
            ...(draw && { icon: draw(value) }),
          }))}
          onChange={(value) => setField(imageEditor, name, value)}
          {...(className !== undefined && { className })}
        />
        {children}
      </div>
    </Field>
  )
}

function AspectField({ issues }: { issues: Issues }) {
  const isSet = useText('aspect_ratio') !== ''
  const shown = useStore(imageEditor.form, ({ source }) =>
    source?.kind === 'file' ? source.facts?.shown : undefined,
  )
  const { supported } = choicesOf('aspect_ratio', useChosenModel())
  const inferred = shown && closestRatio(shown, supported)
  return (
    <ChoiceField
      name="aspect_ratio"
      issues={issues}
      note={`${isSet ? 'auto' : 'Default: auto'}, the closest supported ratio${inferred === undefined ? '' : `: ${inferred} for this image`}.`}
      draw={(ratio) => (
        <span className="flex h-14 flex-col items-center gap-1 py-1 font-mono text-xs">
          <Shape ratio={ratio === 'auto' ? inferred : ratio} dashed={ratio === 'auto'} />
          {ratio}
        </span>
      )}
      className="w-full [&>label]:grow-0 [&>label]:basis-1/5 [&>label]:px-0"
    />
  )
}

/** Longest side of a drawn shape, px. */
const LONGEST = 24

function Shape({ ratio, dashed }: { ratio: string | undefined; dashed: boolean }) {
  const value = ratio === undefined ? 1 : ratioOf(ratio)
  return (
    <span className="flex grow items-center">
      <span
        className={cx(
          'block rounded-[2px] border-current',
          dashed ? 'border border-dashed' : 'border-[1.5px]',
        )}
        style={{ width: LONGEST * Math.min(1, value), height: LONGEST / Math.max(1, value) }}
      />
    </span>
  )
}

function ResolutionField({ issues }: { issues: Issues }) {
  const chosen = useText('resolution')
  const [asksText, setAsksText] = useState(false)
  const model = useChosenModel()
  const { defaultResolution = DEFAULT_RESOLUTION } = model === undefined ? {} : constraintsOf(model)
  const isOther = chosen !== '' && !choicesOf('resolution', model).values.includes(chosen)
  return (
    <ChoiceField
      name="resolution"
      issues={issues}
      note={chosen === '' ? `Default: ${defaultResolution}.` : undefined}
    >
      {asksText || isOther ? (
        <input
          type="text"
          aria-label="Other resolution"
          aria-describedby={noteOf('resolution')}
          aria-invalid={issues.some(({ path }) => path[0] === 'resolution')}
          placeholder="1 to 10 characters"
          value={chosen}
          onChange={({ target }) => setField(imageEditor, 'resolution', target.value || undefined)}
          className="w-36 field font-mono"
        />
      ) : (
        <Button variant="ghost" onClick={() => setAsksText(true)}>
          Other…
        </Button>
      )}
    </ChoiceField>
  )
}

function QualityField({ issues }: { issues: Issues }) {
  const chosen = useText('quality')
  const resolution = useText('resolution') || undefined
  const model = useChosenModel()
  const { qualities, defaultQuality = 'set by the model' } =
    model === undefined ? {} : constraintsOf(model)
  const ignores = model !== undefined && qualities === undefined
  if (ignores && chosen === '') return null
  return (
    <ChoiceField
      name="quality"
      issues={issues}
      note={
        ignores
          ? `${model.id} ignores quality.`
          : chosen === ''
            ? `Default: ${defaultQuality}, billed as such.`
            : undefined
      }
      draw={(quality) => {
        const price =
          qualities &&
          model &&
          editPriceOf(model, { quality, ...(resolution !== undefined && { resolution }) })
        return (
          <span className="flex items-baseline gap-1.5">
            {quality}
            {price !== undefined && (
              <span className="font-mono text-xs text-money">{formatMicroUsd(price)}</span>
            )}
          </span>
        )
      }}
      className="w-full"
    />
  )
}

const FORMAT_WORDS = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' } as const

function FormatField({ issues }: { issues: Issues }) {
  const chosen = useText('output_format')
  const asked = useText('resolution')
  const model = useChosenModel()
  const resolution = asked === '' ? model && constraintsOf(model).defaultResolution : asked
  const byRule = FORMAT_WORDS[outputFormat({ resolution })]
  return (
    <Field
      name="output_format"
      issues={issues}
      note={
        chosen === ''
          ? `Default: PNG for 1K, JPEG for 2K and 4K (${byRule} here).`
          : chosen === 'jpg'
            ? 'jpg is an alias of jpeg.'
            : undefined
      }
      beside={
        <div className="w-36 shrink-0">
          <FormatChoice
            label={editFields.output_format.label}
            describedBy={noteOf('output_format')}
            values={OUTPUT_FORMATS}
            value={chosen === '' ? undefined : chosen}
            placeholder={`default (${byRule})`}
            onChange={(format) => setField(imageEditor, 'output_format', format)}
          />
        </div>
      }
    />
  )
}
