import { EXAMPLE_TOOL } from '../../../../contract/chat/request/field-examples.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import type { ModelCapabilities } from '../../../../contract/models/model.ts'
import type { ChatSetup } from './chat-setup.ts'
import type { StarterName } from './starter-name.ts'

/** A complete example: everything but the click on Send. */
export interface Starter {
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

/** A small text file to ask about. */
export const SAMPLE_DOCUMENT = `Release notes, version 4

- The export writes dates as ISO 8601. They were local dates before.
- Sessions end after 30 minutes without use; it was 8 hours.
- The color of links is easier to read in the dark theme.
- The endpoint /v1/report is gone. Use /v2/reports.
`
