import type { JsonObject, JsonValue } from '../../../contract/json.ts'
import type { FormField } from './body/request-body.ts'
import { readAny, type Reader } from './body/response-body.ts'
import type { Client } from './client.ts'
import type { Connection } from './connection/connections.ts'
import { request, type ApiCall, type RequestOptions, type Result } from './request.ts'

/** How the body of an edit travels. */
export type EditTransport = 'multipart' | 'json'

/** The image of an edit: a file, or an address that the service fetches. */
type EditImage = { kind: 'file'; file: Blob; fileName: string } | { kind: 'url'; url: string }

/** One image edit as it is sent (contract "POST /image/edit"). */
export interface ImageEditParameters {
  image: EditImage
  /** The fields besides `image`; unset ones are absent. */
  fields: JsonObject
  transport: EditTransport
  /** The base64 of a file, for JSON. */
  toBase64: (file: Blob) => Promise<string>
}

/** The body of an edit as it travels. Rejects when the image file cannot be read. */
export async function imageEditBody({
  image,
  fields,
  transport,
  toBase64,
}: ImageEditParameters): Promise<Pick<ApiCall, 'body' | 'form'>> {
  if (transport === 'multipart') return { form: formFields(image, fields) }
  return {
    body: { image: image.kind === 'url' ? image.url : await toBase64(image.file), ...fields },
  }
}

/** An edited image as it came. */
export interface EditedImage {
  file: Blob
  mediaType: string
}

/** How an edit ended. */
export type ImageEditResult = Result<EditedImage>

/** Sends one image edit, once. The response is a file; anything else is a failure. */
export function editImage(
  client: Client,
  connection: Connection,
  body: Pick<ApiCall, 'body' | 'form'>,
  options: Pick<RequestOptions<EditedImage>, 'signal' | 'admit' | 'onOpen'>,
): Promise<ImageEditResult> {
  const call: ApiCall = { method: 'POST', path: '/image/edit', accept: '*/*', ...body }
  return request(client, connection, call, { ...options, read: readImage })
}

const readImage: Reader<EditedImage> = async (incoming) => {
  const body = await readAny(incoming)
  if (!body.ok) return body
  if (body.value.kind === 'file')
    return { ok: true, value: { file: body.value.blob, mediaType: body.value.mediaType } }
  const message = 'Expected an image file, received text.'
  return { ok: false, failure: { kind: 'unexpected_answer', message } }
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
