import { decodeBase64 } from '../../../contract/encoding/base64.ts'
import { FILE_SIZE_LIMIT_BYTES } from '../../../contract/limits/sizes.ts'
import { fieldError } from '../http/http-error.ts'
import type { OutboundClient } from '../inference/inputs/outbound-client.ts'
import { corruptedImage } from './image-failure.ts'
import { imageTooHeavy } from './inspect-image.ts'
import type { EditBody } from './read-edit-body.ts'

/** The image of a request, whole. */
export interface SourceImage {
  bytes: Uint8Array
  /** The name of the file, '' when it has none. */
  name: string
}

/**
 * The bytes of an image, however it was given: file of a form, base64, data URL or web address.
 * @throws HttpError 400 for what is no base64 or cannot be fetched, 413 for too many bytes
 */
export async function loadImage(
  { request, file }: EditBody,
  outbound: OutboundClient,
  signal: AbortSignal,
): Promise<SourceImage> {
  if (file !== undefined) {
    if (file.size >= FILE_SIZE_LIMIT_BYTES) throw imageTooHeavy(file.size)
    return { bytes: new Uint8Array(await file.arrayBuffer()), name: file.name }
  }
  const { image } = request
  if (/^https?:/i.test(image)) return fetchImage(image, outbound, signal)
  return { bytes: strictBase64(image), name: '' }
}

async function fetchImage(
  address: string,
  outbound: OutboundClient,
  signal: AbortSignal,
): Promise<SourceImage> {
  const fetched = await outbound.get(address, { accept: 'image/*', signal })
  signal.throwIfAborted()
  if (!fetched.ok)
    throw fieldError(
      400,
      'INVALID_REQUEST',
      'image',
      `image is a URL that couldn't be fetched. ${fetched.message}`,
    )
  const { bytes, url } = fetched.value
  return { bytes, name: lastSegment(url) }
}

/** Decoding leaves out what is not base64; here nothing may be left out. */
function strictBase64(text: string): Uint8Array {
  const comma = text.startsWith('data:') || text.startsWith('DATA:') ? text.indexOf(',') : -1
  const data = text.slice(comma + 1).replaceAll(/[\t\n\r ]+/g, '')
  const digits = data.replace(/={1,2}$/, '').length
  const length = Math.floor((digits * 3) / 4)
  if (length >= FILE_SIZE_LIMIT_BYTES) throw imageTooHeavy(length)
  const bytes = decodeBase64(data)
  if (Math.ceil((bytes.byteLength * 4) / 3) !== digits)
    throw corruptedImage('image contains characters that are not base64.')
  return bytes
}

function lastSegment(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
