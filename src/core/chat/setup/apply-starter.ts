import { capabilitiesOf, type Model } from '../../../../contract/models/model.ts'
import { attachFiles } from '../attachments/attach-files.ts'
import type { Media } from '../attachments/media.ts'
import type { Chat } from '../chat.ts'
import { applySetup } from './current-setup.ts'
import type { StarterName } from './starter-name.ts'
import { SAMPLE_DOCUMENT, starters, type Starter } from './starters.ts'

/** What starters need besides the chat. */
export interface StarterWorld {
  media: Media
  /** The models of the connection; rejects where they cannot be listed. */
  listModels: () => Promise<readonly Model[]>
  /** A small picture to ask about. */
  drawPicture: () => Promise<File>
}

/** What is left to do with an example: write its prompt into the form, or send it. */
interface AppliedStarter {
  /** Where it is shown. */
  path: string
  prompt: string
  /** Whether something was attached that goes with the prompt. */
  attached: boolean
}

/** Applies an example to the chat in place of its settings; sends nothing. */
export async function applyStarter(
  chat: Chat,
  world: StarterWorld,
  name: Exclude<StarterName, 'Side by side'>,
): Promise<AppliedStarter> {
  const starter = starters[name]
  const model = await modelFor(chat, world, starter)
  const sample =
    starter.sample === 'picture'
      ? await world.drawPicture()
      : starter.sample && new File([SAMPLE_DOCUMENT], 'release-notes.txt', { type: 'text/plain' })
  applySetup(chat, { model, settings: starter.settings })
  if (sample !== undefined) await attachFiles(chat, world.media, [sample])
  const { conversation, messages } = chat.conversation.getState()
  return {
    path: messages.length === 0 ? '/chat' : `/chat/${conversation.id}`,
    prompt: starter.draft,
    attached: sample !== undefined,
  }
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
