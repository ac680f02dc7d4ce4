import {
  attestationSchema,
  checkAttestation,
  type AttestedKey,
} from '../../../../contract/e2ee/attestation.ts'
import { hexOfBytes } from '../../../../contract/e2ee/hex.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { z } from '../../../../contract/zod.ts'
import { readText, type Reader } from '../body/response-body.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { request } from '../request.ts'
import { notEncrypted } from './not-encrypted.ts'

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
  const result = await request(
    client,
    connection,
    { method: 'GET', path: `/tee/attestation?${new URLSearchParams({ model, nonce })}` },
    { signal, purpose: 'background', read: attestation({ model, nonce }) },
  )
  if (result.ok) return result.value
  const { failure } = result
  return failure.kind === 'not_encrypted' || failure.kind === 'aborted'
    ? failure
    : notEncrypted(`no attestation could be had. ${failure.message}`)
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
