import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { capabilitiesOf } from '../../../../contract/models/model.ts'
import { wireBody } from '../../../../contract/provider-name.ts'
import type { Admission } from '../admission/admission.ts'
import { causeOf } from '../cause.ts'
import type { Client } from '../client.ts'
import { resolveModel } from '../queries/models.ts'
import type { encryptChat, EncryptedChat } from './encrypt-chat.ts'
import { notEncrypted } from './plain-text.ts'

/**
 * Encrypts a chat request end to end when `enable_e2ee` is true and its model can read that. It goes
 * as it is when the list of models says that its model cannot: the echo of the response then says so.
 * What was to be encrypted and cannot be is refused. `onEncrypted` gets what the response is read with.
 */
export function encryption(
  client: Client,
  chat: ChatRequest,
  onEncrypted: (encrypted: EncryptedChat) => void,
): Admission {
  return async ({ connection }, signal) => {
    if (chat.vendor_parameters?.enable_e2ee !== true) return { ok: true }
    const model = await resolveModel(client, connection, parseModelSuffix(chat.model).id)
    if (model === undefined)
      return {
        ok: false,
        failure: notEncrypted('the list of models does not say whether this one can read that.'),
      }
    if (capabilitiesOf(model).supportsE2EE !== true) return { ok: true }
    let encrypt: typeof encryptChat
    try {
      encrypt = (await import('./encrypt-chat.ts')).encryptChat
    } catch (error) {
      return {
        ok: false,
        failure: { ...notEncrypted("the code for it couldn't be loaded."), cause: causeOf(error) },
      }
    }
    const encrypted = await encrypt(client, connection, chat, model.id, signal)
    if ('kind' in encrypted) return { ok: false, failure: encrypted }
    onEncrypted(encrypted)
    const { request, headers } = encrypted
    return { ok: true, headers, body: wireBody(request as JsonObject, connection.providerName) }
  }
}
