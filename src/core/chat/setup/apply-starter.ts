import { capabilitiesOf, type Model } from '../../../../contract/models/model.ts'
import { attachFiles } from '../attachments/attach-files.ts'
import type { Media } from '../attachments/media.ts'
import type { Chat } from '../chat.ts'
import { startComparison } from '../compare/comparison.ts'
import { setModel, setSettings } from '../conversation/current-conversation.ts'
import { setupKey } from './current-setup.ts'
import type { StarterName } from './starter-name.ts'
import { COMPARED_PROMPT, SAMPLE_DOCUMENT, starters, type Starter } from './starters.ts'

/** What starters need besides the chat. */
export interface StarterWorld {
  media: Media
  /** The models of the connection; rejects where they cannot be listed. */
  listModels: () => Promise<readonly Model[]>
  /** A small picture to ask about. */
  drawPicture: () => Promise<File>
}

/**
 * Puts a starter in place of the present setup and sends nothing. Returns the path that shows it,
 * with the text for the message field.
 */
export async function applyStarter(
  chat: Chat,
  world: StarterWorld,
  name: StarterName,
): Promise<string> {
  if (name === 'Side by side') return applyComparison(chat)
  const starter = starters[name]
  const model = await modelFor(chat, world, starter)
  const sample =
    starter.sample === 'picture'
      ? await world.drawPicture()
      : starter.sample && new File([SAMPLE_DOCUMENT], 'release-notes.txt', { type: 'text/plain' })
  setModel(chat, model)
  setSettings(chat, starter.settings)
  if (sample !== undefined) await attachFiles(chat, world.media, [sample])
  chat.world.notify(`Example loaded: ${name}. Nothing was sent.`)
  const { conversation, messages } = chat.conversation.getState()
  const path = messages.length === 0 ? '/chat' : `/chat/${conversation.id}`
  return `${path}?${new URLSearchParams({ prompt: starter.draft }).toString()}`
}

/** One model at two temperatures, and a faster one. */
function applyComparison(chat: Chat): string {
  const { model } = chat.conversation.getState().conversation
  startComparison(
    chat,
    [
      { model, settings: { stream: true, temperature: 0 } },
      { model, settings: { stream: true, temperature: 1.2 } },
      { model: 'fastest', settings: { stream: true, temperature: 0 } },
    ],
    { beside: setupKey(chat), draft: COMPARED_PROMPT },
  )
  return '/chat/compare'
}

/** The first model that can do what is needed; the present one where none is known to. */
async function modelFor(
  chat: Chat,
  { listModels }: StarterWorld,
  { needs }: Starter,
): Promise<string> {
  const present = chat.conversation.getState().conversation.model
  if (needs === undefined) return present
  const models = await listModels().catch(() => [])
  const able = models.filter(
    (model) =>
      capabilitiesOf(model)[needs] === true &&
      (model.type === undefined || model.type === 'text') &&
      model.model_spec?.offline !== true &&
      model.model_spec?.deprecation == null,
  )
  const isPresent = ({ id, model_spec }: Model) =>
    id === present || model_spec?.traits?.includes(present) === true
  return able.some(isPresent) ? present : (able[0]?.id ?? present)
}
