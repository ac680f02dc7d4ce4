import { editRequestSchema } from '../../../contract/image/edit-request.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import { MAX_VARIATIONS, VARIED_FIELDS } from '../storage/images/image-draft.ts'
import { fieldError } from './field-error.ts'
import type { LeftOut } from './import/import-report.ts'

/**
 * Validates what came as the further edits of one press: each says what it has otherwise than the form.
 * What cannot be is left out, and reported.
 */
export function readVariations(found: JsonValue): { value: JsonObject[]; leftOut: LeftOut[] } {
  if (!Array.isArray(found) || !found.every(isJsonObject))
    return {
      value: [],
      leftOut: [{ count: 1, what: 'list of variations', why: 'expected an array of objects' }],
    }
  const read = found.slice(0, MAX_VARIATIONS - 1).map((change, index) => {
    const name = `variation ${index + 2}`
    return readChange(change, name)
  })
  return {
    value: read.map(({ value }) => value),
    leftOut: [
      ...read.flatMap(({ leftOut }) => leftOut),
      ...(found.length > read.length
        ? [
            {
              count: found.length - read.length,
              what: found.length - read.length === 1 ? 'variation' : 'variations',
              why: `a run has up to ${MAX_VARIATIONS}`,
            },
          ]
        : []),
    ],
  }
}

function readChange(change: JsonObject, of: string): { value: JsonObject; leftOut: LeftOut[] } {
  const value: JsonObject = {}
  const leftOut: LeftOut[] = []
  for (const [name, member] of Object.entries(change)) {
    const varied = VARIED_FIELDS.find((field) => field === name)
    const fault =
      varied === undefined
        ? `${name} can't vary, only ${VARIED_FIELDS.join(', ')}.`
        : fieldError(name, editRequestSchema.shape[varied], member)
    if (fault === undefined) value[name] = member
    else leftOut.push({ count: 1, what: `setting of ${of}`, why: fault })
  }
  return { value, leftOut }
}
