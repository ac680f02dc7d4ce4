import {
  attestationSchema,
  checkAttestation,
  type AttestedKey,
} from '../../../../contract/e2ee/attestation.ts'
import { hexOfBytes } from '../../../../contract/e2ee/hex.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { z } from '../../../../contract/zod.ts'
import type { Connection } from '../connection/connection.ts'
import { closeCall, openCall, readBody } from '../http.ts'

/**
 * Asks for the key of a model's enclave (`GET /tee/attestation`), without credentials, and checks what
 * comes: asked and answered anew for every request.
 */
export async function attestedKey(
  { credential: _, ...connection }: Connection,
  model: string,
  signal: AbortSignal,
): Promise<AttestedKey | Failure> {
  const nonce = hexOfBytes(crypto.getRandomValues(new Uint8Array(32)))
  const opened = await openCall(connection, {
    method: 'GET',
    path: `/tee/attestation?${new URLSearchParams({ model, nonce })}`,
    signal,
    background: true,
  })
  if (!opened.ok) return notEncrypted(`no attestation could be had. ${opened.failure.message}`)
  const body = await readBody(opened.call, opened.response)
  const read = z.safeParse(attestationSchema, body.kind === 'json' ? body.value : undefined)
  const checked = read.success
    ? checkAttestation(read.data, { model, nonce })
    : { fault: 'it could not be read' }
  if ('publicKey' in checked) {
    closeCall(opened.call, 'done')
    return checked
  }
  const failure = notEncrypted(`the attestation does not hold: ${checked.fault}.`)
  closeCall(opened.call, 'failed', failure)
  return failure
}

/** Why a request was not encrypted, and so not sent. */
export function notEncrypted(why: string): Failure {
  return { kind: 'not_encrypted', message: `It was to be encrypted end to end, but ${why}` }
}
