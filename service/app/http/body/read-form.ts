import { FILE_SIZE_LIMIT_BYTES } from '../../../../contract/limits/sizes.ts'
import { invalidValue } from '../http-error.ts'
import { readBytes } from './read-bytes.ts'

/** Room in a form for its other fields: the longest prompt, its names and boundaries, bytes. */
const FORM_OVERHEAD_BYTES = 1_000_000

/**
 * Reads a form with one file.
 * @throws HttpError 413 above the limit of a file, 400 for a body that is no form
 */
export async function readForm(request: Request): Promise<FormData> {
  const bytes = await readBytes(request, FILE_SIZE_LIMIT_BYTES + FORM_OVERHEAD_BYTES)
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  try {
    return await new Response(bytes, { headers }).formData()
  } catch {
    const message = 'The body is an invalid form: it ends early, or its boundary is missing.'
    throw invalidValue([], 'invalid_form', message)
  }
}
