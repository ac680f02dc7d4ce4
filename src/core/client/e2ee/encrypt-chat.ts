import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { WireReading } from '../../../../contract/chat/read/read-event.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import {
  attestationSchema,
  type AttestedKey,
  checkAttestation,
} from '../../../../contract/e2ee/attestation.ts'
import { type Open, openWith, sealMessages } from '../../../../contract/e2ee/envelope.ts'
import { encryptionObstacles } from '../../../../contract/e2ee/obstacles.ts'
import { newKeyPair } from '../../../../contract/e2ee/secp256k1.ts'
import { hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { type Failure, isServiceError } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import { z } from '../../../../contract/zod.ts'
import { type Reader, readText } from '../body/response-body.ts'
import { causeOf } from '../cause.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import type { StreamEventRecord } from '../exchanges/exchange.ts'
import { pause } from '../pause.ts'
import { request } from '../request.ts'
import { notEncrypted, recordDecrypted, replaceEnvelopes, saysPlain } from './plain-text.ts'

/** A chat request that only the model's enclave can read, and what its answer is read with. */
export interface EncryptedChat {
  request: ChatRequest
  headers: HeaderList
  /** Who runs the enclave, as it says itself. */
  provider: string
  openEvents: EventDecrypter
}

/**
 * Encrypts a request end to end for a model of this id: every user and system message, under keys
 * made for this request alone. Gives why not, when it cannot be; then nothing of it may be sent.
 */
export async function encryptChat(
  client: Client,
  connection: Connection,
  request: ChatRequest,
  modelId: string,
  signal: AbortSignal,
): Promise<EncryptedChat | Failure> {
  if (!client.world.isSecure)
    return notEncrypted('a page that was not loaded securely has no cryptography.')
  const vendor_parameters = {
    ...request.vendor_parameters,
    ...parseModelSuffix(request.model).parameters,
  }
  const [obstacle] = encryptionObstacles({ ...request, vendor_parameters })
  if (obstacle !== undefined) return { kind: 'not_encrypted', message: obstacle.message }
  const attested = await attestedKey(client, connection, modelId, signal)
  if ('kind' in attested) return attested
  const keys = newKeyPair()
  const header = (name: string) => wireHeaderName(name, connection.providerName)
  return {
    request: { ...request, messages: await sealMessages(request.messages, attested.publicKey) },
    headers: [
      [header('x-vendor-tee-client-pub-key'), keys.publicKey],
      [header('x-vendor-tee-model-pub-key'), attested.publicKey],
      [header('x-vendor-tee-signing-algo'), 'ecdsa'],
    ],
    provider: attested.provider,
    openEvents: eventDecrypter(openWith(keys.secret)),
  }
}

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

/** How events are read, by which it is known what in them would be shown, and masked once they are open. */
export interface EventReading {
  read: (event: StreamEventRecord) => readonly WireReading[]
  mask: (data: string) => string
}

interface DecryptedEvents {
  events: StreamEventRecord[]
  /** Why no more are opened: the one after them holds plain text, or an envelope that does not open. */
  failure?: Failure
}

/** Opens a batch of events, up to the first that can't be trusted. */
export type EventDecrypter = (
  events: readonly StreamEventRecord[],
  reading: EventReading,
) => Promise<DecryptedEvents>

/**
 * Opens every envelope in the choices of a streamed answer, or of a whole one as its only event, and notes the events
 * as opened here. Nothing of an event is taken in which anything of the answer came as plain text.
 */
export function eventDecrypter(open: Open): EventDecrypter {
  return async (events, { read, mask }) => {
    const opened: StreamEventRecord[] = []
    // One after the other: the first piece of an answer brings the key for the others.
    for (const event of events) {
      const texts = new Map<string, string>()
      const blank = replaceEnvelopes(event.data, (envelope) => {
        texts.set(envelope, '')
        return ''
      })
      if (saysPlain(read({ ...event, data: blank }))) return { events: opened, failure: DOWNGRADED }
      if (texts.size === 0) {
        opened.push(event)
        continue
      }
      try {
        for (const envelope of texts.keys()) texts.set(envelope, await open(envelope))
      } catch (error) {
        return { events: opened, failure: notDecrypted(error) }
      }
      const data = replaceEnvelopes(event.data, (envelope) => texts.get(envelope) ?? '')
      const inside = { ...event, data: mask(data) }
      recordDecrypted(event, inside)
      opened.push(inside)
    }
    return { events: opened }
  }
}

const DOWNGRADED: Failure = {
  kind: 'downgraded',
  message: 'Part of the response came as plain text, although the request was encrypted.',
}

function notDecrypted(error: unknown): Failure {
  return {
    kind: 'not_decrypted',
    message: 'A piece of the response did not open with the key of this request.',
    cause: causeOf(error),
  }
}
