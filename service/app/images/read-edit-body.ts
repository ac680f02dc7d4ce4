import {
  editFields,
  editRequestSchema,
  type EditRequest,
} from '../../../contract/image/edit-request.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import { readForm } from '../http/body/read-form.ts'
import { readJson } from '../http/body/read-json.ts'
import { requireValid, standardError, validationError } from '../http/http-error.ts'

/** A body that was validated by the contract. */
export interface EditBody {
  request: EditRequest
  /** The image when it came as a file of a form; `request.image` then stands for it. */
  file: File | undefined
}

/**
 * Reads the body of an edit: JSON, or a form with the same names.
 * @throws HttpError 415 for another content type, 413 above the limit, 400 against the contract
 */
export async function readEditBody(request: Request): Promise<EditBody> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return validate(await readJson(request), undefined)
  if (type === 'multipart/form-data') return validateForm(await readForm(request))
  throw standardError(
    415,
    'Invalid request content type. Send application/json or multipart/form-data.',
    'INVALID_CONTENT_TYPE',
  )
}

function validate(received: unknown, file: File | undefined): EditBody {
  return { request: requireValid(editRequestSchema, received), file }
}

/** Stands for a file, which no rule of the contract's text form has to validate. */
const FILE_STAND_IN = 'AAAA'

function validateForm(form: FormData): EditBody {
  const repeated = [...new Set(form.keys())].flatMap((name) => repetition(name, form))
  if (repeated.length > 0) throw validationError(repeated)
  const image = form.get('image')
  const file = image instanceof File ? image : undefined
  const fields = [...form].map(([name, value]): [string, unknown] => [name, fromText(name, value)])
  const body: Record<string, unknown> = Object.fromEntries(fields)
  return validate(file === undefined ? body : { ...body, image: FILE_STAND_IN }, file)
}

function repetition(name: string, form: FormData): ValidationIssue[] {
  const count = form.getAll(name).length
  if (count === 1 || !Object.hasOwn(editFields, name)) return []
  const message = `${name} is sent ${count} times, but may be sent once.`
  return [{ path: [name], code: 'custom', message }]
}

/** A form has texts only: those of a boolean field are read, and wrong ones left to be validated. */
function fromText(name: string, value: FormDataEntryValue): unknown {
  const rule = Object.entries(editFields).find(([field]) => field === name)?.[1]
  if (rule?.control.kind !== 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : value
}
