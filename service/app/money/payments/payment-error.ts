import { TOP_UP_ERROR_CODES } from '../../../../contract/errors/service-error.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { HttpError } from '../../http/http-error.ts'

/** The error body of a top-up, where `error` is the code and `message` the words. */
export function topUpError(
  code: keyof typeof TOP_UP_ERROR_CODES,
  message?: string,
  details?: JsonObject,
): HttpError {
  const published = TOP_UP_ERROR_CODES[code]
  return new HttpError(published?.status ?? 500, {
    error: code,
    message: message ?? published?.meaning ?? code,
    ...(details === undefined ? {} : { details }),
  })
}
