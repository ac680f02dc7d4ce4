import type { SharedSetup } from '../../share/setup.ts'
import type { ShareTarget } from '../../share/share-target.ts'
import {
  conversationStore,
  setModel,
  setSettings,
  startConversation,
} from './conversation/conversation-store.ts'
import { messagesOf } from './conversation/request-body.ts'
import { addMessage } from './conversation/written-messages.ts'

/** The chat on the screen as a setup, and back. Applying adds messages; it removes and sends none. */
export const chatShareTarget: ShareTarget = {
  current: () => {
    const { conversation, messages } = conversationStore.getState()
    const { model, settings } = conversation
    return { area: 'chat', model, settings, messages: messagesOf(messages) }
  },
  apply,
  costInWords: async () => undefined,
}

function apply(setup: SharedSetup, into: 'current' | 'new'): string {
  if (setup.area !== 'chat') return '/chat'
  if (into === 'new') startConversation()
  setModel(setup.model)
  setSettings(setup.settings)
  for (const message of setup.messages) addMessage(message)
  const { conversation, messages } = conversationStore.getState()
  return messages.length === 0 ? '/chat' : `/chat/${conversation.id}`
}
