import { isApiPath } from '../../../contract/api-path.ts'
import {
  given,
  isJsonObject,
  readJson,
  type JsonObject,
  type JsonValue,
} from '../../../contract/json.ts'
import { pathText } from '../../../contract/validation.ts'
import type { FormField } from '../client/body/request-body.ts'
import type { ValueSchema } from '../client/queries/openapi-schema.ts'
import type { ApiBody, ApiOperation } from '../client/queries/openapi.ts'
import type { ApiCall } from '../client/request.ts'
import { parameterTexts, parameterValue, readPath, unfilledNames } from './draft.ts'
import type { CallDraft, ChosenFiles } from './explore.ts'
import { validateValue } from './schema/validate-value.ts'
import { takesFile } from './schema/value-of-schema.ts'

/** Something wrong with a call, at a field: `query limit`, `messages[0].role`, or `path`. */
export interface CallFault {
  field: string
  message: string
  /** The body is not JSON: the message ends without saying where, and without a full stop. */
  isSyntax?: true
}

/** A call as it would go out, with what the description of the API says against it. */
export type DraftReading =
  /** It can be sent; `doubts` are what the service will probably refuse. */
  | { ok: true; call: ApiCall; doubts: readonly CallFault[] }
  /** It cannot be sent at all. */
  | { ok: false; faults: readonly CallFault[] }

/** Whether a call with this method has a body at all. */
export function hasBody(method: CallDraft['method']): boolean {
  return method !== 'GET'
}

/** The way the body of an operation is described for a draft; undefined when it is not. */
export function bodyShape(
  operation: ApiOperation | undefined,
  bodyAs: CallDraft['bodyAs'],
): ApiBody | undefined {
  return bodyAs === 'form' ? operation?.form : operation?.json
}

/** Reads the call on the screen. Unset fields are absent in it. */
export function readDraft(
  draft: CallDraft,
  files: ChosenFiles,
  operation: ApiOperation | undefined,
): DraftReading {
  const { method, path, bodyAs, body } = draft
  const headers = draft.headers?.length ? { headers: draft.headers } : {}
  // What a person chose counts only where it is offered.
  const accept = acceptOf(draft, operation)
  const faults = pathFaults(path)
  const doubts = parameterFaults(operation, path)
  if (!hasBody(method))
    return faults.length > 0
      ? { ok: false, faults: [...faults, ...doubts] }
      : { ok: true, call: { method, path, ...headers, ...given({ accept }) }, doubts }

  const read = readBody(body, bodyAs)
  if ('message' in read) faults.push(read)
  if (faults.length > 0 || 'message' in read) return { ok: false, faults: [...faults, ...doubts] }

  const shape = bodyShape(operation, bodyAs)
  const bodyDoubts = bodyFaults(operation, shape, read.value, bodyAs === 'form' ? files : {})
  const sent: Pick<ApiCall, 'body' | 'form'> =
    bodyAs === 'form'
      ? { form: formFields(isJsonObject(read.value) ? read.value : {}, files, shape) }
      : read.value === undefined
        ? {}
        : { body: read.value }
  return {
    ok: true,
    call: { method, path, ...headers, ...sent },
    doubts: [...doubts, ...bodyDoubts],
  }
}

/** The media types that can be chosen from; none where the operation itself decides. */
export function offeredTypes(operation: ApiOperation | undefined): readonly string[] {
  const types = operation?.method === 'GET' ? operation.answerTypes : []
  return types.length > 1 ? types : []
}

/** The media type that was chosen, where there is a choice. */
export function acceptOf(
  { accept }: CallDraft,
  operation: ApiOperation | undefined,
): string | undefined {
  return offeredTypes(operation).includes(accept) ? accept : undefined
}

function pathFaults(path: string): CallFault[] {
  if (!isApiPath(path))
    return [
      {
        field: 'path',
        message: 'The path must start with one / and have no spaces, #, \\ or .. in it.',
      },
    ]
  return unfilledNames(path).map((name) => ({
    field: `path ${name}`,
    message: `${name} is required.`,
  }))
}

function parameterFaults(operation: ApiOperation | undefined, path: string): CallFault[] {
  const reading = operation && readPath(operation.path, path)
  if (operation === undefined || reading === undefined) return []
  return operation.parameters.flatMap((parameter) => {
    const { name, required, schema } = parameter
    const field = `${parameter.in} ${name}`
    const values = parameterTexts(parameter, reading)
    if (values.length === 0)
      return required && parameter.in === 'query'
        ? [{ field, message: `${name} is required.` }]
        : []
    return validateValue(schema, parameterValue(parameter, values), [name]).map(({ message }) => ({
      field,
      message,
    }))
  })
}

function readBody(
  text: string,
  bodyAs: CallDraft['bodyAs'],
): { value: JsonValue | undefined } | CallFault {
  if (text.trim() === '') return { value: undefined }
  const value = readJson(text)
  if (value === undefined) return { field: 'body', message: 'Invalid JSON', isSyntax: true }
  if (bodyAs === 'form' && !isJsonObject(value))
    return { field: 'body', message: 'The body of a form must be an object.' }
  return { value }
}

function bodyFaults(
  operation: ApiOperation | undefined,
  shape: ApiBody | undefined,
  value: JsonValue | undefined,
  files: ChosenFiles,
): CallFault[] {
  if (operation === undefined || shape === undefined) return []
  const { properties = {}, required = [] } = shape.schema
  const missingFiles = required
    .filter((name) => takesFile(properties[name] ?? {}))
    .filter((name) => files[name] === undefined && !isWrittenFile(properties[name], value, name))
    .map((name) => ({ field: name, message: `${name} is required: choose a file.` }))
  const hasFiles = Object.keys(files).length > 0
  if (value === undefined && !hasFiles && missingFiles.length === 0)
    return operation.bodyRequired ? [{ field: 'body', message: 'The body is required.' }] : []
  const validated = validateValue(shape.schema, value ?? {})
    .map(({ path, message }) => ({ field: path.length === 0 ? 'body' : pathText(path), message }))
    .filter(
      ({ field }) => files[field] === undefined && missingFiles.every((m) => m.field !== field),
    )
  return [...missingFiles, ...validated]
}

/** Whether a field that may be a file is written as text instead, where it may be that too. */
function isWrittenFile(
  schema: ValueSchema | undefined,
  value: JsonValue | undefined,
  name: string,
): boolean {
  const mayBeText = schema?.anyOf?.some((one) => one.type === 'string' && one.file !== true)
  return mayBeText === true && isJsonObject(value) && value[name] !== undefined
}

/** The fields of a form in the order of the text, then the files. */
function formFields(
  value: JsonObject,
  files: ChosenFiles,
  shape: ApiBody | undefined,
): FormField[] {
  const properties = shape?.schema.properties ?? {}
  const texts = Object.entries(value).flatMap(([name, member]): FormField[] => {
    if (member === undefined || member === null || files[name] !== undefined) return []
    // A text that the JSON body has in its place, such as base64, is no file.
    if (takesFile(properties[name] ?? {}) && !isWrittenFile(properties[name], value, name))
      return []
    const members = Array.isArray(member) ? member : [member]
    return members.map((one) => ({
      name,
      value: typeof one === 'string' ? one : JSON.stringify(one),
    }))
  })
  const chosen = Object.entries(files).flatMap(([name, list]) =>
    list.map((file): FormField => ({ name, value: { file, fileName: file.name } })),
  )
  return [...texts, ...chosen]
}
