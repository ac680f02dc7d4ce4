import { HttpError, standardError, validationError } from '../http/http-error.ts'

/** A DetailedError about one field, with the published name of the case. */
export function fieldError(status: number, code: string, field: string, message: string) {
  const { body } = validationError([{ path: [field], code: 'custom', message }])
  return new HttpError(status, { ...body, code })
}

/** The 400 of an image that cannot be read. */
export function corruptedImage(message: string): HttpError {
  return fieldError(400, 'CORRUPTED_IMAGE', 'image', message)
}

/** The 504 of an edit that took too long. */
export function editTimedOut(): HttpError {
  return standardError(
    504,
    'The edit took too long and was given up. Nothing was charged. Try a smaller image or resolution.',
    'REQUEST_TIMEOUT',
  )
}
