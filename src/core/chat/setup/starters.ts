import { EXAMPLE_TOOL } from '../../../../contract/chat/request/request-structures.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import {
  capabilitiesOf,
  type Model,
  type ModelCapabilities,
} from '../../../../contract/models/model.ts'
import { attachFiles } from '../attachments/attach-files.ts'
import type { Media } from '../attachments/attachment.ts'
import type { Chat } from '../chat.ts'
import type { ChatSetup, StarterName } from './chat-setup.ts'
import { applySetup } from './current-setup.ts'

/** A complete example: everything but the click on Send. */
interface Starter {
  /** What the model must be able to do. */
  needs?: keyof ModelCapabilities
  settings: JsonObject
  /** What is put into the message field. */
  draft: string
  /** What is attached to it. */
  sample?: 'picture' | 'document'
}

/** What each starter loads; comparing has columns instead. */
export const starters: Readonly<Record<Exclude<StarterName, 'Side by side'>, Starter>> = {
  Vision: {
    needs: 'supportsVision',
    settings: { stream: true },
    draft: 'What shapes and colors are in the image? Answer as a list.',
    sample: 'picture',
  },
  Document: {
    needs: 'supportsFileInput',
    settings: { stream: true },
    draft: 'Which changes in the document could break something for us?',
    sample: 'document',
  },
  Tools: {
    needs: 'supportsFunctionCalling',
    settings: { stream: true, tools: [EXAMPLE_TOOL], tool_choice: 'auto' },
    draft: 'What is the weather in Lisbon?',
  },
  'Structured output': {
    needs: 'supportsResponseSchema',
    settings: {
      stream: true,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'recipe',
          strict: true,
          schema: {
            type: 'object',
            properties: {
              title: { type: 'string' },
              minutes: { type: 'integer' },
              ingredients: { type: 'array', items: { type: 'string' } },
            },
            required: ['title', 'minutes', 'ingredients'],
            additionalProperties: false,
          },
        },
      },
    },
    draft: 'A recipe for a quick lunch, please.',
  },
  'Web search': {
    needs: 'supportsWebSearch',
    settings: {
      stream: true,
      vendor_parameters: {
        enable_web_search: 'on',
        enable_web_citations: true,
        // What the citations point to; without it they stay bare marks in a stream.
        include_search_results_in_stream: true,
      },
    },
    draft: 'How do server-sent events differ from WebSockets? Cite your sources.',
  },
  Reasoning: {
    needs: 'supportsReasoningEffort',
    settings: { stream: true, reasoning_effort: 'high' },
    draft:
      'A train leaves at 9:40 and is 25 minutes late on a ride of 2 h 50 min. When does it arrive?',
  },
}

/** The configurations of the example "Side by side": a model at two temperatures, and a faster one. */
export function comparedSetups(model: string): ChatSetup[] {
  return [
    { model, settings: { stream: true, temperature: 0 } },
    { model, settings: { stream: true, temperature: 1.2 } },
    { model: 'fastest', settings: { stream: true, temperature: 0 } },
  ]
}

/** What all of them are asked. */
export const COMPARED_PROMPT = 'What is a hash table? Answer in two sentences.'

const SAMPLE_DOCUMENT = `Release notes, version 4

- The export writes dates as ISO 8601. They were local dates before.
- Sessions end after 30 minutes without use; it was 8 hours.
- The color of links is easier to read in the dark theme.
- The endpoint /v1/report is gone. Use /v2/reports.
`

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
