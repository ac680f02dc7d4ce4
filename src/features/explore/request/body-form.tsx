import { isJsonObject, readJson, type JsonObject } from '../../../../contract/json.ts'
import type { ApiBody } from '../../../core/client/queries/openapi.ts'
import { changeDraft, chooseFiles } from '../../../core/explore/draft.ts'
import type { CallDraft, ChosenFiles } from '../../../core/explore/explore.ts'
import { takesFile } from '../../../core/explore/schema/value-of-schema.ts'
import { explore } from '../../../page/explore.ts'
import { FieldFrame } from '../form/field-frame.tsx'
import { FileField } from '../form/file-field.tsx'
import { withMember } from '../form/object-field.tsx'
import { ObjectFields } from '../form/object-fields.tsx'
import { SchemaField } from '../form/schema-field.tsx'

interface BodyFormProps {
  draft: CallDraft
  files: ChosenFiles
  shape: ApiBody
  /** What is wrong, by path in the body. */
  faults: ReadonlyMap<string, string>
}

/** The body as fields made from its schema; they read the JSON text and write it. */
export function BodyForm({ draft, files, shape, faults }: BodyFormProps) {
  const value = objectOf(draft.body)
  if (value === undefined)
    return (
      <p role="status" className="text-warn">
        The body is not a JSON object. Edit it as text.
      </p>
    )
  const change = (name: string, next: JsonObject[string]) => {
    const body = withMember(value, name, next)
    const isEmpty = Object.keys(body).length === 0
    changeDraft(explore, { body: isEmpty ? '' : JSON.stringify(body, null, 2) })
  }
  return (
    <ObjectFields
      Field={SchemaField}
      path=""
      schema={shape.schema}
      value={value}
      faults={faults}
      onChange={change}
      instead={(name, schema) =>
        draft.bodyAs === 'form' && takesFile(schema) ? (
          <FieldFrame
            path={name}
            name={name}
            schema={schema}
            required={shape.schema.required?.includes(name) === true}
            id={`explore-file-${name}`}
            fault={faults.get(name)}
          >
            <FileField
              name={name}
              chosen={files[name] ?? []}
              multiple={schema.type === 'array'}
              onChange={(chosen) => chooseFiles(explore, name, chosen)}
              describedBy={`explore-file-${name}`}
            />
          </FieldFrame>
        ) : undefined
      }
    />
  )
}

/** The text as an object; nothing written is an empty one. */
function objectOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  const value = readJson(text)
  return isJsonObject(value) ? value : undefined
}
