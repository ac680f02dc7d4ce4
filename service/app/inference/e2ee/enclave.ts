import type { Delta } from '../../../../contract/chat/response.ts'
import {
  type Attestation,
  NONCE_AT,
  QUOTE_BYTES,
  QUOTE_VERSION,
  REPORT_DATA_AT,
  TDX,
} from '../../../../contract/e2ee/attestation.ts'
import {
  type Open,
  openMessages,
  openWith,
  plainMessages,
  sealFor,
} from '../../../../contract/e2ee/envelope.ts'
import { encryptionObstacles } from '../../../../contract/e2ee/obstacles.ts'
import {
  addressOf,
  newKeyPair,
  type PublicKeyHex,
  readPublicKey,
} from '../../../../contract/e2ee/secp256k1.ts'
import { bytesOfHex, hexOfBytes } from '../../../../contract/encoding/bytes.ts'
import { capabilitiesOf } from '../../../../contract/models/model.ts'
import type { AppContext } from '../../http/app-environment.ts'
import { HttpError } from '../../http/http-error.ts'
import { TEE_PROVIDER } from '../../models/model-headers.ts'
import { SEALED_HEADERS } from '../chat/read-request.ts'
import type { UnderstoodRequest } from '../prepare/prepare-request.ts'

/** Stands in for a trusted execution environment: holds the key that requests are sealed for. */
export interface Enclave {
  publicKey: PublicKeyHex
  open: Open
  /** The answer to `GET /tee/attestation` with 64 hex digits; its quote is in base64 unless asked for in hex. */
  attest(model: string, nonce: string, spelling?: 'hex'): Attestation
}

/** An enclave with the key of a secret, or with a new one that lives as long as the process. */
export function createEnclave(given?: Uint8Array): Enclave {
  const { secret, publicKey } = newKeyPair(given)
  const address = addressOf(publicKey)
  return {
    publicKey,
    open: openWith(secret),
    attest: (model, nonce, spelling) => {
      const quote = simulatedQuote(address, nonce)
      return {
        verified: true,
        nonce,
        model,
        tee_provider: TEE_PROVIDER,
        intel_quote: spelling === 'hex' ? hexOfBytes(quote) : btoa(String.fromCharCode(...quote)),
        signing_key: publicKey,
        signing_address: address,
        server_verification: {
          tdx: { valid: true, simulated: true },
          nvidia: null,
          signingAddressBinding: { bound: true },
          nonceBinding: { bound: true, method: 'raw' },
        },
      }
    },
  }
}

/**
 * A quote in the form of Intel TDX about a signing address and a nonce. No hardware made it: its measurements are
 * zero and nobody signed it.
 */
function simulatedQuote(signingAddress: string, nonce: string): Uint8Array {
  const bytes = new Uint8Array(QUOTE_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, QUOTE_VERSION, true)
  view.setUint16(2, 2, true)
  view.setUint32(4, TDX, true)
  bytes.set(bytesOfHex(signingAddress.slice(2)), REPORT_DATA_AT)
  bytes.set(bytesOfHex(nonce), NONCE_AT)
  return bytes
}

/** Seals what a piece of the answer says, for the client that asked. */
export type SealDelta = (delta: Delta) => Promise<Delta>

/** A request as it came in: plain, opened, or sealed for a key that is not the enclave's. */
export type ReceivedRequest =
  | { kind: 'plain'; understood: UnderstoodRequest }
  | { kind: 'opened'; understood: UnderstoodRequest; seal: SealDelta }
  | { kind: 'stale' }

const { clientKey: CLIENT_KEY, modelKey: MODEL_KEY, algorithm: ALGORITHM } = SEALED_HEADERS

/**
 * Opens a request that was sealed end to end, see `is-sealed.ts`.
 * @throws HttpError 400 for headers or messages that do not belong together
 */
export async function openSealed(
  context: AppContext,
  understood: UnderstoodRequest,
  enclave: Enclave,
): Promise<ReceivedRequest> {
  const { model, request, vendor } = understood
  if (capabilitiesOf(model).supportsE2EE !== true)
    throw refused(`${model.id} does not support end-to-end encryption.`, 'model')
  const client = keyOf(context, CLIENT_KEY)
  const recipient = keyOf(context, MODEL_KEY)
  const algorithm = context.req.header(ALGORITHM)
  if (algorithm !== 'ecdsa') throw refused(`${ALGORITHM} must be ecdsa.`, ALGORITHM)
  const [obstacle] = encryptionObstacles({ ...request, vendor_parameters: vendor })
  if (obstacle) throw refused(obstacle.message, obstacle.field)
  const [plain] = plainMessages(request.messages)
  if (plain !== undefined)
    throw refused('Encrypted field is not valid hex', `messages.${plain}.content`)
  if (recipient !== enclave.publicKey) return { kind: 'stale' }

  const messages = await openMessages(request.messages, enclave.open).catch(() => {
    throw refused('A message could not be decrypted.', 'messages')
  })
  return {
    kind: 'opened',
    understood: {
      ...understood,
      request: { ...request, messages },
      vendor: { ...vendor, enable_e2ee: true, include_vendor_system_prompt: false },
    },
    seal: await deltaSealer(client),
  }
}

async function deltaSealer(client: PublicKeyHex): Promise<SealDelta> {
  const seal = await sealFor(client)
  return async ({ content, reasoning_content: reasoning, ...others }) => ({
    ...others,
    ...(content == null ? {} : { content: content && (await seal(content)) }),
    ...(reasoning == null ? {} : { reasoning_content: reasoning && (await seal(reasoning)) }),
  })
}

/** @throws HttpError 400 for a header that holds no key */
function keyOf(context: AppContext, name: string): PublicKeyHex {
  const key = readPublicKey(context.req.header(name) ?? '')
  if (key !== undefined) return key
  throw refused(`${name} must be an uncompressed secp256k1 public key in hex.`, name)
}

/** A 400 in OpenAI's form, as encryption has it. */
function refused(message: string, param: string): HttpError {
  return new HttpError(400, {
    error: { message, type: 'invalid_request_error', param, code: 'invalid_e2ee_request' },
  })
}
