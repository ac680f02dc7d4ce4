import { parseModelSuffix } from '../../../contract/chat/model-suffix.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import { findModel } from '../../../contract/models/find-model.ts'
import { estimatePrice } from '../../../contract/models/price-estimate.ts'
import { readAttachment } from '../../core/chat/content-parts/content-part.ts'
import { addMessage } from '../../core/chat/conversation/authored-messages.ts'
import { newConversation } from '../../core/chat/conversation/conversation-state.ts'
import { setHeaders, startConversation } from '../../core/chat/conversation/current-conversation.ts'
import { messagesOf } from '../../core/chat/request/request-body.ts'
import { applySetup } from '../../core/chat/setup/current-setup.ts'
import { listModelsOptions } from '../../core/client/queries/models.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import type { SharedSetup } from '../../core/share/setup.ts'
import type { ShareTarget } from '../../core/share/shared-fragment.ts'
import { deleteConversations } from '../../core/storage/conversations/delete-conversations.ts'
import { toolSlotsOf } from '../../core/tools/conversation-settings.ts'
import { browserMedia } from '../../media/browser-media.ts'
import { chat } from '../../page/chat.ts'
import { client } from '../../page/client.ts'
import { queryClient } from '../../page/query-client.ts'

/** What is to be attached, by the type of the content part. */
const KINDS = {
  image_url: 'image',
  input_audio: 'audio',
  video_url: 'video',
  file: 'file',
} as const

/** The chat on the screen as a setup, and back. Applying adds messages; it removes and sends none. */
export const chatShareTarget: ShareTarget = {
  current: () => {
    const { conversation, messages } = chat.conversation.getState()
    const { model, settings } = conversation
    return {
      area: 'chat',
      model,
      settings,
      // Who opens the link may choose another model: what only this one understands stays here.
      messages: messagesOf(messages),
      ...toolSlotsOf(chat),
    }
  },
  apply,
  openAtOnce,
  costInWords,
  readAttachment: async (file, kind) => {
    const read = await readAttachment(client, browserMedia, file, KINDS[kind])
    return typeof read === 'string' ? read : read.part
  },
}

async function costInWords(setup: SharedSetup): Promise<string | undefined> {
  const { connection } = client.connections.store.getState()
  if (setup.area !== 'chat' || connection === undefined) return undefined
  const { queryKey } = listModelsOptions(client, connection)
  const models = queryClient.getQueryData(queryKey) ?? []
  const model = findModel(models, parseModelSuffix(setup.model).id)
  const { microUsd, extras } = estimatePrice(model, setup.settings, setup.messages)
  if (microUsd === undefined) return undefined
  const besides = extras ? ', searches included' : ''
  return `Max cost per request: about ${formatMicroUsd(microUsd)}${besides}.`
}

function apply(setup: SharedSetup, into: 'current' | 'new', headers: HeaderList = []): string {
  if (setup.area !== 'chat') return '/chat'
  if (into === 'new') startConversation(chat)
  const { model, settings, toolSlots: slots } = setup
  const asked = slots === undefined ? {} : { toolSlots: slots }
  applySetup(chat, { model, settings, ...asked })
  if (headers.length > 0 || into === 'current') setHeaders(chat, headers)
  for (const message of setup.messages) addMessage(chat, message)
  const { conversation, messages } = chat.conversation.getState()
  return messages.length === 0 ? '/chat' : `/chat/${conversation.id}`
}

/** Opens a setup in the place of an empty chat: nothing written, nothing attached, nothing set. */
function openAtOnce(setup: SharedSetup, headers: HeaderList = []) {
  const before = chat.conversation.getState()
  const applied = chat.applied.getState()
  const { model, settings, headers: own = [], tools } = before.conversation
  const first = newConversation(client.world, model)
  const isEmpty =
    before.status === 'ready' &&
    before.messages.length + own.length + chat.attachments.getState().list.length === 0 &&
    chat.draft.getState().text.trim() === '' &&
    tools === undefined &&
    JSON.stringify(settings) === JSON.stringify(first.settings)
  if (!isEmpty) return undefined
  const path = apply(setup, 'new', headers)
  const { id } = chat.conversation.getState().conversation
  const undo = () => {
    if (chat.conversation.getState().conversation.id !== id) return
    // What was written since stays.
    const { text } = chat.draft.getState()
    chat.conversation.setState(before)
    chat.applied.setState(applied, true)
    chat.draft.setState({ text })
    // Without the disk there is nothing to delete.
    void chat.writer.afterWrites(id, () => deleteConversations([id])).catch(() => undefined)
  }
  return { path, undo }
}
