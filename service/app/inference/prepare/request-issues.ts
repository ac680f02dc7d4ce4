import type { ContentPart, Message } from '../../../../contract/chat/messages.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { MAX_PARTS_PER_MESSAGE, MAX_VIDEOS_PER_REQUEST } from '../../../../contract/limits/sizes.ts'
import {
  capabilitiesOf,
  type Model,
  type ModelCapabilities,
} from '../../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'

/** What of a valid request this model lacks. `likeProvider`: what the real service refuses beside. */
export function unsupportedFeatures(
  request: ChatRequest,
  model: Model,
  likeProvider: boolean,
): ValidationIssue[] {
  return [
    ...unsupportedParts(request.messages, model),
    ...unsupportedFields(request, model),
    ...(likeProvider && model.id === FIXED_SAMPLING_MODEL ? fixedSampling(request) : []),
  ]
}

/** What in a valid request is too much, or contradicts itself. */
export function requestIssues(request: ChatRequest): ValidationIssue[] {
  return [...partLimitIssues(request.messages), ...contradictions(request)]
}

/** Stands for the reasoning models of one maker, which refuse what would steer their sampling. */
const FIXED_SAMPLING_MODEL = 'sandbox-reasoning'

function fixedSampling(request: ChatRequest): ValidationIssue[] {
  const refused = ['seed', 'stop', 'frequency_penalty', 'presence_penalty'] as const
  const fields = [
    ...refused.filter((field) => request[field] !== undefined && request[field] !== null),
    ...((request.n ?? 1) === 1 ? [] : (['n'] as const)),
  ]
  return fields.map((field) =>
    issue(field, `${field} is not supported by the model ${FIXED_SAMPLING_MODEL}.`),
  )
}

const NEEDS: Readonly<
  Record<
    Exclude<ContentPart['type'], 'text'>,
    { capability: keyof ModelCapabilities; what: string }
  >
> = {
  image_url: { capability: 'supportsVision', what: 'images' },
  input_audio: { capability: 'supportsAudioInput', what: 'audio' },
  video_url: { capability: 'supportsVideoInput', what: 'video' },
  file: { capability: 'supportsFileInput', what: 'files' },
}

/**
 * The content parts that a model cannot take (contract: "Non-multimodal models reject image
 * content"). Only what a model denies counts: another server's models often say nothing.
 */
function unsupportedParts(messages: readonly Message[], model: Model): ValidationIssue[] {
  const capabilities = capabilitiesOf(model)
  return messages.flatMap(({ content }, message) =>
    Array.isArray(content)
      ? content.flatMap((part, index) => {
          if (part.type === 'text') return []
          const { capability, what } = NEEDS[part.type]
          if (capabilities[capability] !== false) return []
          return [
            {
              path: ['messages', message, 'content', index],
              code: 'custom',
              message: `messages[${message}].content[${index}] is of type ${part.type}; the model ${model.id} does not take ${what}.`,
            },
          ]
        })
      : [],
  )
}

const COUNTED_TYPES = ['image_url', 'input_audio', 'video_url', 'file'] as const

/** The messages with more parts of a type than one may have, and a request with too many videos. */
function partLimitIssues(messages: readonly Message[]): ValidationIssue[] {
  const perMessage = messages.flatMap((message, index) =>
    COUNTED_TYPES.flatMap((type) => {
      const count = countOf(message, type)
      const most = MAX_PARTS_PER_MESSAGE[type]
      if (count <= most) return []
      return [
        {
          path: ['messages', index, 'content'],
          code: 'too_big',
          message: `messages[${index}].content has ${count} parts of type ${type}; one message may have at most ${most}.`,
        },
      ]
    }),
  )
  const videos = messages.reduce((sum, message) => sum + countOf(message, 'video_url'), 0)
  if (videos <= MAX_VIDEOS_PER_REQUEST) return perMessage
  return [
    ...perMessage,
    {
      path: ['messages'],
      code: 'too_big',
      message: `messages has ${videos} parts of type video_url; one request may have at most ${MAX_VIDEOS_PER_REQUEST}.`,
    },
  ]
}

function countOf({ content }: Message, type: ContentPart['type']): number {
  return Array.isArray(content) ? content.filter((part) => part.type === type).length : 0
}

/** Most choices of one request. The contract sets no limit; a service must. */
const MAX_CHOICES = 1024

/** The fields that this model cannot honor. Only what a model denies counts: another server's models often say nothing. */
function unsupportedFields(request: ChatRequest, model: Model): ValidationIssue[] {
  const { supportsLogProbs, supportsResponseSchema, supportsFunctionCalling } =
    capabilitiesOf(model)
  const format = request.response_format?.type ?? 'text'
  const hasTools = (request.tools ?? []).length > 0 && request.tool_choice !== 'none'
  return [
    ...(request.logprobs === true && supportsLogProbs === false
      ? [issue('logprobs', `logprobs is true; the model ${model.id} does not report them.`)]
      : []),
    ...(format !== 'text' && supportsResponseSchema === false
      ? [
          issue(
            'response_format',
            `response_format is of type ${format}; the model ${model.id} takes only text.`,
          ),
        ]
      : []),
    ...(hasTools && supportsFunctionCalling === false
      ? [issue('tools', `tools has functions; the model ${model.id} cannot call functions.`)]
      : []),
  ]
}

function contradictions(request: ChatRequest): ValidationIssue[] {
  return [
    ...toolChoiceIssues(request),
    ...((request.n ?? 1) > MAX_CHOICES
      ? [issue('n', `n is ${request.n}, but must be at most ${MAX_CHOICES}.`)]
      : []),
    ...(request.min_temp !== undefined &&
    request.max_temp !== undefined &&
    request.min_temp > request.max_temp
      ? [
          issue(
            'min_temp',
            `min_temp is ${request.min_temp}, but must be at most max_temp, which is ${request.max_temp}.`,
          ),
        ]
      : []),
  ]
}

function toolChoiceIssues({ tools, tool_choice }: ChatRequest): ValidationIssue[] {
  const names = (tools ?? []).flatMap((tool) =>
    'function' in tool ? [Reflect.get(Object(tool.function), 'name')] : [],
  )
  if (tool_choice === 'required' && names.length === 0)
    return [issue('tool_choice', 'tool_choice is required; it needs a function among the tools.')]
  if (typeof tool_choice !== 'object' || names.includes(tool_choice.function.name)) return []
  return [
    {
      path: ['tool_choice', 'function', 'name'],
      code: 'custom',
      message: `tool_choice.function.name is ${JSON.stringify(tool_choice.function.name.slice(0, 100))}, but must be one of the tools of this request.`,
    },
  ]
}

function issue(field: string, message: string): ValidationIssue {
  return { path: [field], code: 'custom', message }
}
