import {
  attestationSchema,
  checkAttestation,
  type AttestedKey,
} from '../../../../contract/e2ee/attestation.ts'
import { hexOfBytes } from '../../../../contract/e2ee/hex.ts'
import { isServiceError, type Failure } from '../../../../contract/errors/failure.ts'
import { z } from '../../../../contract/zod.ts'
import { readText, type Reader } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { pause } from '../pause.ts'
import { request } from '../request.ts'
import { notEncrypted } from './not-encrypted.ts'

/** Attesting often fails for a moment: so long after such a failure it is asked for again, ms. It costs nothing. */
const RETRY_AFTER_MS = [250, 750]
const MOMENTARY: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Asks for the key of a model's enclave (`GET /tee/attestation`), without credentials, and checks what
 * comes: asked and answered anew for every request.
 */
export async function attestedKey(
  client: Client,
  { credential: _, ...connection }: Connection,
  model: string,
  signal: AbortSignal,
): Promise<AttestedKey | Failure> {
  const nonce = hexOfBytes(client.world.random.bytes(32))
  for (let attempt = 0; ; attempt += 1) {
    const result = await request(
      client,
      connection,
      { method: 'GET', path: `/tee/attestation?${new URLSearchParams({ model, nonce })}` },
      { signal, purpose: 'background', read: attestation({ model, nonce }) },
    )
    if (result.ok) return result.value
    const { failure } = result
    if (failure.kind === 'not_encrypted' || failure.kind === 'aborted') return failure
    if (!isServiceError(failure) || !MOMENTARY.has(failure.status))
      return notEncrypted(`no attestation could be had. ${failure.message}`)
    const wait = RETRY_AFTER_MS[attempt]
    if (wait === undefined)
      return notEncrypted(
        `its attestation failed ${attempt + 1} times (${failure.status}). Retry in a moment.`,
      )
    await pause(wait, signal)
  }
}

function attestation(asked: { model: string; nonce: string }): Reader<AttestedKey> {
  return async (incoming) => {
    const body = await readText(incoming)
    if (!body.ok) return body
    const read = z.safeParse(
      attestationSchema,
      body.value.kind === 'json' ? body.value.value : undefined,
    )
    const checked = read.success
      ? checkAttestation(read.data, asked)
      : { fault: 'it could not be read' }
    return 'publicKey' in checked
      ? { ok: true, value: checked }
      : { ok: false, failure: notEncrypted(`the attestation is invalid: ${checked.fault}.`) }
  }
}
