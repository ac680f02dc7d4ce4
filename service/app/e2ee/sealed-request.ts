import type { Delta } from '../../../contract/chat/stream-chunk.ts'
import { sealFor } from '../../../contract/e2ee/envelope.ts'
import { encryptionObstacles } from '../../../contract/e2ee/obstacles.ts'
import { openMessages, plainMessages } from '../../../contract/e2ee/sealed-messages.ts'
import { readPublicKey, type PublicKeyHex } from '../../../contract/e2ee/secp256k1.ts'
import { capabilitiesOf } from '../../../contract/models/model.ts'
import type { AppContext } from '../http/app-environment.ts'
import { HttpError } from '../http/http-error.ts'
import type { UnderstoodRequest } from '../inference/prepare/prepare-request.ts'
import type { Enclave } from './enclave.ts'

/** Seals what a piece of the answer says, for the client that asked. */
export type SealDelta = (delta: Delta) => Promise<Delta>

/** A request as it came in: plain, opened, or sealed for a key that is not the enclave's. */
export type ReceivedRequest =
  | { kind: 'plain'; understood: UnderstoodRequest }
  | { kind: 'opened'; understood: UnderstoodRequest; seal: SealDelta }
  | { kind: 'stale' }

const CLIENT_KEY = 'x-vendor-tee-client-pub-key'
const MODEL_KEY = 'x-vendor-tee-model-pub-key'
const ALGORITHM = 'x-vendor-tee-signing-algo'

/**
 * Opens a request that was sealed end to end. One without the headers of encryption, or with
 * `enable_e2ee: false`, passes as it is.
 * @throws HttpError 400 for headers or messages that do not belong together
 */
export async function openRequest(
  context: AppContext,
  understood: UnderstoodRequest,
  enclave: Enclave,
): Promise<ReceivedRequest> {
  const names = [CLIENT_KEY, MODEL_KEY, ALGORITHM]
  const isPlain = names.every((name) => context.req.header(name) === undefined)
  if (isPlain || understood.request.vendor_parameters?.enable_e2ee === false)
    return { kind: 'plain', understood }

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
