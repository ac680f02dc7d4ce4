import { capabilitiesOf, type Model } from '../../../../contract/models/model.ts'
import { startComparison } from '../../../core/chat/compare/comparison.ts'
import { setModel, setSettings } from '../../../core/chat/conversation/current-conversation.ts'
import { groupsInUse } from '../../../core/chat/settings/settings-fields.ts'
import { listModelsOptions } from '../../../core/client/queries/models.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { queryClient } from '../../../page/query-client.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { attachFiles } from '../attachments/attach/attach-files.ts'
import { chatViewStore } from '../chat-view-store.ts'
import { setupKey } from '../compare/start-from-conversation.ts'
import type { StarterName } from './starter-name.ts'
import { starters, type Starter } from './starters.ts'

/**
 * Puts a starter in place of the present setup and sends nothing. Gives the path that shows it, with
 * the words for the message field.
 */
export async function applyStarter(name: StarterName): Promise<string> {
  if (name === 'Side by side') return applyComparison()
  const starter = starters[name]
  const model = await modelFor(starter)
  const sample = await starter.sample?.()
  setModel(chat, model)
  setSettings(chat, starter.settings)
  const groups = groupsInUse(starter.settings)
  if (groups.size > 0) chatViewStore.setState({ openGroups: groups })
  if (sample !== undefined) await attachFiles([sample])
  showToast(`Loaded: ${name}. Nothing was sent yet.`)
  const { conversation, messages } = chat.conversation.getState()
  const path = messages.length === 0 ? '/chat' : `/chat/${conversation.id}`
  return `${path}?${new URLSearchParams({ prompt: starter.draft }).toString()}`
}

/** One model at two temperatures, and a faster one. */
function applyComparison(): string {
  const { model } = chat.conversation.getState().conversation
  startComparison(
    chat,
    [
      { model, settings: { stream: true, temperature: 0 } },
      { model, settings: { stream: true, temperature: 1.2 } },
      { model: 'fastest', settings: { stream: true, temperature: 0 } },
    ],
    { beside: setupKey(), draft: 'What is a hash table? Answer in two sentences.' },
  )
  return '/chat/compare'
}

/** The first model that can do what is needed; the present one where none is known to. */
async function modelFor({ needs }: Starter): Promise<string> {
  const { connection } = client.connections.store.getState()
  const present = chat.conversation.getState().conversation.model
  if (needs === undefined || connection === undefined) return present
  const models: readonly Model[] = await queryClient
    .fetchQuery(listModelsOptions(client, connection))
    .catch(() => [])
  const able = models.filter(
    (model) =>
      capabilitiesOf(model)[needs] === true &&
      (model.type === undefined || model.type === 'text') &&
      model.model_spec?.offline !== true &&
      model.model_spec?.deprecation == null,
  )
  const named = able.find(({ id, model_spec }) =>
    id === present ? true : model_spec?.traits?.includes(present) === true,
  )
  return named === undefined ? (able[0]?.id ?? present) : present
}
