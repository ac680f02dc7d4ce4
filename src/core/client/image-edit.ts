import type { Failure } from '../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import type { JsonObject, JsonValue } from '../../../contract/json.ts'
import type { Connection } from './connection/connection.ts'
import { exchangeStore } from './exchanges/exchange-store.ts'
import type { FormField } from './http.ts'
import { runOperation } from './operation.ts'

/** How the body of an edit travels. */
export type EditTransport = 'multipart' | 'json'

/** The image of an edit: a file, or an address that the service fetches. */
export type EditImage =
  | { kind: 'file'; file: Blob; fileName: string }
  | { kind: 'url'; url: string }

/** One image edit as it is sent (contract "POST /image/edit"). */
export interface ImageEditParameters {
  image: EditImage
  /** The fields besides `image`; unset ones are absent. */
  fields: JsonObject
  transport: EditTransport
  /** The base64 of a file, for JSON. */
  toBase64: (file: Blob) => Promise<string>
}

/** How an edit ended. */
export type ImageEditResult =
  | { ok: true; exchangeId: string; headers: HeaderList; file: Blob; mediaType: string }
  | { ok: false; exchangeId: string; headers: HeaderList; failure: Failure; aborted: boolean }

/** Sends one image edit, once. The answer is a file; anything else is a failure. */
export async function editImage(
  connection: Connection,
  { image, fields, transport, toBase64 }: ImageEditParameters,
  signal: AbortSignal,
): Promise<ImageEditResult> {
  const body =
    transport === 'json'
      ? { body: { ...(await jsonImage(image, toBase64)), ...fields } }
      : { form: formFields(image, fields) }
  const result = await runOperation(
    connection,
    { method: 'POST', path: '/image/edit', ...body },
    signal,
  )
  const { exchangeId } = result
  if (!result.ok) {
    const headers = exchangeStore.getState().byId[exchangeId]?.headers ?? []
    return { ...result, headers }
  }
  const { body: answer, headers } = result
  if (answer.kind === 'file')
    return { ok: true, exchangeId, headers, file: answer.blob, mediaType: answer.mediaType }
  const failure: Failure = {
    kind: 'unexpected_answer',
    message: 'Expected an image file, received text.',
  }
  return { ok: false, exchangeId, headers, failure, aborted: false }
}

async function jsonImage(
  image: EditImage,
  toBase64: ImageEditParameters['toBase64'],
): Promise<{ image: string }> {
  return { image: image.kind === 'url' ? image.url : await toBase64(image.file) }
}

/** The same fields as a form: the image as a file part, everything else as text. */
function formFields(image: EditImage, fields: JsonObject): FormField[] {
  const value = image.kind === 'url' ? image.url : { file: image.file, fileName: image.fileName }
  return [
    { name: 'image', value },
    ...Object.entries(fields).flatMap(([name, member]) =>
      member === undefined ? [] : [{ name, value: asText(member) }],
    ),
  ]
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
