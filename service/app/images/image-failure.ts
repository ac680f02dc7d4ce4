import { fieldError, standardError, type HttpError } from '../http/http-error.ts'

/** The 400 of an image that cannot be read. */
export function corruptedImage(message: string): HttpError {
  return fieldError(400, 'CORRUPTED_IMAGE', 'image', message)
}

/** The 504 of work that took too long and is not charged. */
export function requestTimedOut(): HttpError {
  return standardError(
    504,
    'Request timed out. You were not charged. Try a smaller request.',
    'REQUEST_TIMEOUT',
  )
}
