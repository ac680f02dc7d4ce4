import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import type { ChatRequest } from '../../../../contract/chat/request.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { capabilitiesOf } from '../../../../contract/models/model.ts'
import type { Connection } from '../connection/connection.ts'
import { namedModel } from '../queries/named-model.ts'
import type { EncryptedChat } from './encrypt-chat.ts'

/**
 * A request encrypted end to end when `enable_e2ee` is true and its model can read that; undefined
 * when it goes as it is, because the list of models says that its model cannot: the echo of the
 * answer then says so. A failure means that nothing may go.
 */
export async function encryptedIfAsked(
  connection: Connection,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<EncryptedChat | Failure | undefined> {
  if (request.vendor_parameters?.enable_e2ee !== true) return undefined
  const model = await namedModel(connection, parseModelSuffix(request.model).id)
  if (model === undefined)
    return {
      kind: 'not_encrypted',
      message:
        'It was to be encrypted end to end, but the list of models does not say whether this one can read that.',
    }
  if (capabilitiesOf(model).supportsE2EE !== true) return undefined
  return import('./encrypt-chat.ts')
    .then(({ encryptChat }) => encryptChat(connection, request, model.id, signal))
    .catch((): Failure => ({
      kind: 'not_encrypted',
      message: 'It was to be encrypted end to end, but the code for that could not be loaded.',
    }))
}
