import { type ComponentType, useState } from 'react'

import { fieldExamples } from '../../../../../contract/chat/request/field-examples.ts'
import { chatStructures } from '../../../../../contract/chat/request/request-structures.ts'
import { validate } from '../../../../../contract/validation.ts'
import { shapeOf } from '../../../../../contract/value-shape.ts'
import { z } from '../../../../../contract/zod.ts'
import { settingName } from '../../../../core/chat/settings/settings-fields.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import type { JsonProblem } from '../../../../ui/json-editor/diagnose.ts'
import type { SettingControlProps, StructureProps } from '../setting-control-props.ts'
import { FallbacksEditor } from './fallbacks-editor.tsx'
import { JsonField } from './json-field.tsx'
import { ListControl } from './list-control.tsx'
import { MembersEditor } from './members-editor.tsx'
import { MetadataEditor } from './metadata-editor.tsx'
import { ResponseFormatEditor } from './response-format-editor.tsx'
import { ToolChoiceEditor } from './tool-choice-editor.tsx'
import { ToolsEditor } from './tools-editor.tsx'

/** The forms made for one field; every other structure gets a form made from its members. */
const FORMS: Readonly<Record<string, ComponentType<StructureProps>>> = {
  tools: ToolsEditor,
  tool_choice: ToolChoiceEditor,
  response_format: ResponseFormatEditor,
  metadata: MetadataEditor,
  fallbacks: FallbacksEditor,
}

/** What is edited below the line of its field: a list, or a value with members of its own. */
export function StructureControl(props: SettingControlProps) {
  const { control } = props.field.rule
  return control.kind === 'list' ? (
    <ListControl
      {...props}
      of={control.of}
      {...(control.maxItems !== undefined && { maxItems: control.maxItems })}
    />
  ) : (
    <MembersControl {...props} />
  )
}

/** A value with members of its own: as a form, or as JSON text. */
function MembersControl(props: SettingControlProps) {
  const { field, value, settings, describedBy, onChange } = props
  const { wireName: name, path } = field
  const [asJson, setAsJson] = useState(false)
  // Every structure of the table has its schema there.
  const schema = chatStructures[path as keyof typeof chatStructures]
  const shape = shapeOf(schema)
  const Form = FORMS[name]
  const form = { name, value, settings, describedBy, onChange }
  const fits = value === undefined || Array.isArray(value) === Array.isArray(fieldExamples[path])
  return (
    <div
      role="group"
      aria-label={settingName(field)}
      aria-describedby={describedBy}
      className="flex w-full flex-col gap-1.5"
    >
      {asJson || !(fits || name === 'tool_choice') ? (
        <JsonField
          label={`${name} JSON`}
          value={value}
          shape={shape}
          check={(given) => structureProblems(name, schema, given)}
          onChange={onChange}
        />
      ) : Form === undefined ? (
        <MembersEditor {...form} shape={shape} />
      ) : (
        <Form {...form} />
      )}
      <div className="flex flex-wrap gap-1">
        <Button
          variant="ghost"
          aria-label={`${name} as ${asJson ? 'a form' : 'JSON'}`}
          className="text-xs"
          onClick={() => setAsJson(!asJson)}
        >
          {asJson ? 'Form' : '{ } JSON'}
        </Button>
        {value === undefined && (
          <Button
            variant="ghost"
            aria-label={`${name}: begin with an example`}
            className="text-xs"
            onClick={() => onChange(fieldExamples[path])}
          >
            Example
          </Button>
        )}
      </div>
    </div>
  )
}

/** What is wrong with the value of a structure, in the sentences of the panel, by the place inside it. */
function structureProblems(name: string, schema: z.ZodMiniType, value: unknown): JsonProblem[] {
  const result = validate(z.looseObject({ [name]: schema }), { [name]: value })
  if (result.ok) return []
  return result.issues.map(({ path, message }) => ({
    path: path.slice(1),
    message,
    severity: 'error',
  }))
}
