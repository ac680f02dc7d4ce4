import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { openWith } from '../../../../contract/e2ee/envelope.ts'
import { encryptionObstacles } from '../../../../contract/e2ee/obstacles.ts'
import { sealMessages } from '../../../../contract/e2ee/sealed-messages.ts'
import { newKeyPair } from '../../../../contract/e2ee/secp256k1.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import type { Client } from '../client.ts'
import type { Connection } from '../connection/connections.ts'
import { attestedKey } from './attested-key.ts'
import { eventDecrypter, type EventDecrypter } from './decrypt-events.ts'
import { notEncrypted } from './not-encrypted.ts'

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
