import { parseModelSuffix } from '../../src/contract/chat/model-suffix.ts'
import { chatRequestSchema, tokenLimit, type ChatRequest } from '../../src/contract/chat/request.ts'
import { effectiveVendorParameters } from '../../src/contract/chat/vendor-parameters.ts'
import { isJsonObject } from '../../src/contract/json.ts'
import { contextTokensOf } from '../../src/contract/models/model.ts'
import { validate } from '../../src/contract/validation.ts'
import { HttpError, standardError, validationError } from '../http/http-error.ts'
import type { Catalogue } from '../models/catalogue.ts'
import type { Engine, GenerationRequest } from './engine.ts'
import { promptTokens } from './prompt-tokens.ts'
import { unsupportedParts } from './unsupported-parts.ts'

/** Most tokens of an answer when the model does not say. */
const DEFAULT_MAX_TOKENS = 16_384

/** A request that was understood: what to generate, by what, and what its prompt counts as. */
export interface PreparedRequest {
  generation: GenerationRequest
  engine: Engine
  promptTokens: number
}

/**
 * Judges a chat body and finds its model.
 * @throws HttpError 400 for a body against the contract, 404 for a model that is not there
 */
export async function prepareRequest(
  received: unknown,
  catalogue: Catalogue,
): Promise<PreparedRequest> {
  const judged = validate(chatRequestSchema, received)
  if (!judged.ok) throw validationError(judged.issues)
  if (!isJsonObject(received)) throw new TypeError('A valid body is an object')
  const request: ChatRequest = judged.value
  const name = parseModelSuffix(request.model)
  const served = await catalogue.resolve(name.id)
  if (!served)
    throw standardError(
      404,
      `There is no model ${JSON.stringify(name.id.slice(0, 100))}. GET /models lists the models.`,
      'MODEL_NOT_FOUND',
    )
  const { model, engine } = served
  const issues = [...unsupportedParts(request.messages, model), ...unknownTool(request)]
  if (issues.length > 0) throw validationError(issues)
  const prompt = promptTokens(request)
  const context = contextTokensOf(model) ?? Number.POSITIVE_INFINITY
  if (prompt > context) throw contextOverflow(prompt, context)
  const most = model.model_spec?.maxCompletionTokens ?? DEFAULT_MAX_TOKENS
  return {
    engine,
    promptTokens: prompt,
    generation: {
      request,
      received,
      model,
      vendor: effectiveVendorParameters({ ...request.vendor_parameters, ...name.parameters }),
      maxTokens: Math.min(tokenLimit(request) ?? most, most),
      stream: request.stream ?? false,
    },
  }
}

function unknownTool({ tools, tool_choice }: ChatRequest) {
  if (typeof tool_choice !== 'object') return []
  const names = (tools ?? []).flatMap((tool) =>
    'function' in tool ? [Reflect.get(Object(tool.function), 'name')] : [],
  )
  const { name } = tool_choice.function
  if (names.includes(name)) return []
  return [
    {
      path: ['tool_choice', 'function', 'name'],
      code: 'custom',
      message: `tool_choice.function.name is ${JSON.stringify(name)}; it must be one of the tools of this request.`,
    },
  ]
}

function contextOverflow(tokens: number, limit: number): HttpError {
  return new HttpError(400, {
    error: {
      message: `This model's context is ${limit} tokens, but the messages are ${tokens} tokens. Shorten them.`,
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  })
}
