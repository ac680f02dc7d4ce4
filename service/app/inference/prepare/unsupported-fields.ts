import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { capabilitiesOf, type Model } from '../../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'

/** Most choices of one request. The contract sets no limit; a service must. */
const MAX_CHOICES = 1024

/**
 * The fields that this model cannot honour, or that contradict each other. Only what a model denies
 * counts: another server's models often say nothing.
 */
export function unsupportedFields(request: ChatRequest, model: Model): ValidationIssue[] {
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
    ...toolChoiceIssues(request),
    ...((request.n ?? 1) > MAX_CHOICES
      ? [issue('n', `n is ${request.n}; it must be at most ${MAX_CHOICES}.`)]
      : []),
    ...(request.min_temp !== undefined &&
    request.max_temp !== undefined &&
    request.min_temp > request.max_temp
      ? [
          issue(
            'min_temp',
            `min_temp is ${request.min_temp}; it must be at most max_temp, which is ${request.max_temp}.`,
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
      message: `tool_choice.function.name is ${JSON.stringify(tool_choice.function.name.slice(0, 100))}; it must be one of the tools of this request.`,
    },
  ]
}

function issue(field: string, message: string): ValidationIssue {
  return { path: [field], code: 'custom', message }
}
