import { editRequestSchema } from '../../../contract/image/edit-request.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../contract/json.ts'
import { MAX_VARIATIONS, VARIED_FIELDS } from '../storage/images/image-draft.ts'
import { fieldError } from './field-error.ts'

/**
 * Validates what came as the further edits of one press: each says what it has otherwise than the form.
 * What cannot be is left out, with a sentence.
 */
export function readVariations(found: JsonValue): { value: JsonObject[]; leftOut: string[] } {
  if (!Array.isArray(found) || !found.every(isJsonObject))
    return { value: [], leftOut: ['The variations were left out: expected an array of objects.'] }
  const read = found.slice(0, MAX_VARIATIONS - 1).map((change, index) => {
    const name = `variation ${index + 2}`
    return readChange(change, name)
  })
  return {
    value: read.map(({ value }) => value),
    leftOut: [
      ...read.flatMap(({ leftOut }) => leftOut),
      ...(found.length > read.length
        ? [`Only ${MAX_VARIATIONS} variations were read, the maximum per run.`]
        : []),
    ],
  }
}

function readChange(change: JsonObject, of: string): { value: JsonObject; leftOut: string[] } {
  const value: JsonObject = {}
  const leftOut: string[] = []
  for (const [name, member] of Object.entries(change)) {
    const varied = VARIED_FIELDS.find((field) => field === name)
    const fault =
      varied === undefined
        ? `variations can only change ${VARIED_FIELDS.join(', ')}.`
        : fieldError(name, editRequestSchema.shape[varied], member)
    if (fault === undefined) value[name] = member
    else leftOut.push(`${name} of ${of} was left out: ${fault}`)
  }
  return { value, leftOut }
}
