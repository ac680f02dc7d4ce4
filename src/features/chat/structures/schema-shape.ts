import { SCHEMA_TYPES } from '../../../core/chat/structures/response-format.ts'
import { BUILT_IN_TOOLS } from '../../../core/chat/structures/tool-list.ts'
import type { JsonShape } from '../../../ui/json-editor/propose.ts'

/** What completion proposes inside a JSON Schema, at any depth. */
export const SCHEMA_SHAPE: JsonShape = {
  type: 'object',
  properties: {
    type: { enum: SCHEMA_TYPES },
    description: { type: 'string', description: 'What the value means, for the model.' },
    get properties() {
      return { type: 'object', description: 'The properties, by name.', members: SCHEMA_SHAPE }
    },
    required: {
      type: 'array',
      description: 'Names of the properties that must be there.',
      items: { type: 'string' },
    },
    get items() {
      return SCHEMA_SHAPE
    },
    enum: { type: 'array', description: 'The allowed values.' },
    additionalProperties: {
      enum: [false, true],
      description: 'Whether other properties are allowed.',
    },
    get anyOf() {
      return { type: 'array', items: SCHEMA_SHAPE }
    },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    minLength: { type: 'integer' },
    maxLength: { type: 'integer' },
    pattern: { type: 'string' },
  },
}

/** What completion proposes inside a tool. */
export const TOOL_SHAPE: JsonShape = {
  type: 'object',
  properties: {
    type: { enum: ['function', ...BUILT_IN_TOOLS] },
    function: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        description: { type: 'string', description: 'What it does and when to call it.' },
        strict: { enum: [true, false], description: 'Arguments follow the schema exactly.' },
        parameters: SCHEMA_SHAPE,
      },
    },
  },
}
