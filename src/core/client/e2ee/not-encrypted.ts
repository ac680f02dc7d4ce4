import type { Failure } from '../../../../contract/errors/failure.ts'

/** Why a request was not encrypted, and so not sent. */
export function notEncrypted(why: string): Failure {
  return { kind: 'not_encrypted', message: `It was to be encrypted end to end, but ${why}` }
}
