import { messageText } from '../../../../contract/chat/messages.ts'
import { parseModelSuffix } from '../../../../contract/chat/model-suffix.ts'
import { chatFields, type ChatFieldName } from '../../../../contract/chat/request/request-fields.ts'
import {
  chatRequestSchema,
  tokenLimit,
  type ChatRequest,
} from '../../../../contract/chat/request/request.ts'
import {
  effectiveVendorParameters,
  vendorFields,
  type EffectiveVendorParameters,
  type VendorParameters,
} from '../../../../contract/chat/request/vendor-parameters.ts'
import { given, isJsonObject, type JsonObject } from '../../../../contract/json.ts'
import { MAX_MESSAGES } from '../../../../contract/limits/sizes.ts'
import { capabilitiesOf, contextTokensOf, type Model } from '../../../../contract/models/model.ts'
import { z } from '../../../../contract/zod.ts'
import {
  HttpError,
  invalidValue,
  requireValid,
  UnsupportedFeature,
  validationError,
} from '../../http/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { requireCharacter } from '../../models/characters.ts'
import { modelNotFound } from '../../models/model-headers.ts'
import { closestId, forgivenId } from '../../models/models.ts'
import { splitDirectives } from '../../sandbox/directives.ts'
import type { Engine, GenerationRequest } from '../engine.ts'
import { type Inputs, promptTokens } from '../inputs/inputs.ts'
import { exampleSources, search, type SearchOutcome } from '../search/search.ts'
import { addedMessages, addedMessageTokens, pagesMessage, withPages } from './added-messages.ts'
import { type PromptPrefix, promptPrefixes } from './prompt-cache.ts'
import { requestIssues, unsupportedFeatures } from './request-issues.ts'
import { MAX_CHARACTERS_PER_TOKEN } from './tokens.ts'

const DEFAULT_MAX_TOKENS = 16_384

/** A request that was understood: what to generate, by what, and what its prompt counts as. */
export interface PreparedRequest {
  generation: GenerationRequest
  engine: Engine
  promptTokens: number
  /** The beginnings of the prompt that the cache may hold. */
  prefixes: readonly PromptPrefix[]
  /** What led to the model when it was not its id: `trait=default`, `mapping=gpt-4o`. */
  router?: string
}

/** A body that was validated, and the model that is to answer it. */
export interface UnderstoodRequest {
  request: ChatRequest
  received: JsonObject
  model: Model
  engine: Engine
  vendor: EffectiveVendorParameters
  asksForXSearch: boolean
  likeProvider: boolean
  router?: string
}

/**
 * Validates a chat body and finds its model. Nothing is read or fetched yet.
 * @throws HttpError 400 for a body against the contract, 404 for a model that is not there
 */
export async function understandRequest(
  received: unknown,
  catalogue: Catalogue,
  likeProvider = false,
): Promise<UnderstoodRequest> {
  const request = readRequest(received)
  if (!isJsonObject(received)) throw new TypeError('A valid body is an object')
  const name = parseModelSuffix(request.model)
  const served =
    (await catalogue.resolve(name.id)) ?? (await forgiven(name.id, catalogue, likeProvider))
  if (!served) throw modelNotFound(name.id, '', closestId(await catalogue.list('text'), name.id))
  const { model, engine } = served
  const lacking = unsupportedFeatures(request, model, likeProvider)
  const issues = [...lacking, ...requestIssues(request)]
  if (issues.length > 0)
    throw validationError(issues, lacking.length > 0 ? UnsupportedFeature : undefined)

  const asked = { ...request.vendor_parameters, ...name.parameters }
  return {
    request,
    received,
    model,
    engine,
    vendor: vendorInForce(effectiveVendorParameters(known(asked)), model, engine),
    asksForXSearch: asked.enable_x_search === true,
    likeProvider,
    ...(served.via === 'id' ? {} : { router: `${served.via}=${name.id}` }),
  }
}

/**
 * Puts together what is generated from, once the inputs of the request were read.
 * @throws HttpError 400 for a prompt beyond the model's context, 404 for a character that is not there
 */
export async function prepareRequest(
  {
    request,
    received,
    model,
    engine,
    vendor,
    asksForXSearch,
    likeProvider,
    router,
  }: UnderstoodRequest,
  inputs: Inputs,
): Promise<PreparedRequest> {
  const context = contextTokensOf(model) ?? Number.POSITIVE_INFINITY
  // A text far beyond the context is not counted to its end: that takes long.
  const least = Math.floor(textLength(request) / MAX_CHARACTERS_PER_TOKEN)
  if (least > context) throw contextOverflow(`at least ${least}`, context)
  const character =
    vendor.character_slug === undefined ? undefined : requireCharacter(vendor.character_slug)
  const skipsSearch = likeProvider && endsWithImage(request)
  const found = searchFor(
    request,
    skipsSearch ? { ...vendor, enable_web_search: 'off' } : vendor,
    asksForXSearch,
    model,
  )
  const ours = addedMessages(
    vendor.include_vendor_system_prompt ? engine.systemPrompt : undefined,
    character,
    found,
    vendor.enable_web_citations,
  )
  const added = [...ours, ...pagesMessage(inputs, found.results.length)]
  const addedTokens = added.reduce((sum, message) => sum + addedMessageTokens(message), 0)
  const prompt = promptTokens(request, inputs) + addedTokens
  if (prompt > context) throw contextOverflow(String(prompt), context)
  const most = model.model_spec?.maxCompletionTokens ?? DEFAULT_MAX_TOKENS
  return {
    engine,
    promptTokens: prompt,
    prefixes: await promptPrefixes(request, model, added, inputs, prompt),
    ...given({ router }),
    generation: {
      request,
      received,
      model,
      vendor,
      added,
      character,
      search: withPages(found, inputs, vendor.include_search_results_in_stream),
      inputs,
      maxTokens: Math.min(tokenLimit(request) ?? most, most),
      stream: request.stream ?? false,
      likeProvider,
    },
  }
}

function readRequest(received: unknown): ChatRequest {
  refuseTooManyMessages(received)
  try {
    return requireValid(schemaFor(received), received)
  } catch (error) {
    // The schema library gathers issues on the stack, which a body with very many of them fills.
    if (!(error instanceof RangeError)) throw error
    const message = 'The body has more issues than can be listed.'
    throw invalidValue([], 'too_big', message)
  }
}

/** By the names of the fields that they validate. */
const schemas = new Map<string, typeof chatRequestSchema>()
const MOST_SCHEMAS = 200

/**
 * The schema of the fields that a body has, and of those it must have: to look for each of the others
 * takes longer than to validate most requests.
 */
function schemaFor(received: unknown): typeof chatRequestSchema {
  if (!isJsonObject(received)) return chatRequestSchema
  const names = Object.keys(received).filter(isFieldName)
  const key = names.join()
  const known = schemas.get(key)
  if (known !== undefined) return known
  if (schemas.size >= MOST_SCHEMAS) return chatRequestSchema
  const fields: { [Name in ChatFieldName]?: true } = { model: true, messages: true }
  for (const name of names) fields[name] = true
  const schema = z.pick(chatRequestSchema, fields)
  schemas.set(key, schema)
  return schema
}

function isFieldName(name: string): name is ChatFieldName {
  return Object.hasOwn(chatFields, name)
}

/** Before anything is validated: judging each of very many takes seconds. */
function refuseTooManyMessages(received: unknown): void {
  const messages = isJsonObject(received) ? received['messages'] : undefined
  if (!Array.isArray(messages) || messages.length <= MAX_MESSAGES) return
  const message = `messages is an array of ${messages.length}, but may have at most ${MAX_MESSAGES.toLocaleString('en-US')} items.`
  throw invalidValue(['messages'], 'too_big', message)
}

/** The documented parameters; names such as `toString` are not, though every object has them. */
function known(asked: VendorParameters): VendorParameters {
  return Object.fromEntries(
    Object.entries(asked).filter(([name]) => Object.hasOwn(vendorFields, name)),
  )
}

/** What is asked of a model that does not have it is not in force, and the echo says so. */
function vendorInForce(
  vendor: EffectiveVendorParameters,
  model: Model,
  engine: Engine,
): EffectiveVendorParameters {
  const searches = capabilitiesOf(model).supportsWebSearch === true
  return {
    ...vendor,
    // In force only for what came encrypted, which is found later.
    enable_e2ee: false,
    enable_web_search: searches ? vendor.enable_web_search : 'off',
    include_vendor_system_prompt:
      vendor.include_vendor_system_prompt && engine.systemPrompt !== undefined,
  }
}

/** The real service doesn't search for a message with an image. */
function endsWithImage({ messages }: ChatRequest): boolean {
  const content = messages.findLast(({ role }) => role === 'user')?.content
  return Array.isArray(content) && content.some(({ type }) => type === 'image_url')
}

/** A model whose id is spelled in another way, where that is forgiven. */
async function forgiven(name: string, catalogue: Catalogue, likeProvider: boolean) {
  const id = likeProvider ? forgivenId(await catalogue.list('text'), name) : undefined
  return id === undefined ? undefined : catalogue.resolve(id)
}

function searchFor(
  { messages }: ChatRequest,
  vendor: EffectiveVendorParameters,
  asksForXSearch: boolean,
  model: Model,
): SearchOutcome {
  const last = messages.findLast((message) => message.role === 'user')
  const { directives, rest } = splitDirectives(last ? messageText(last) : '')
  const found = search(rest, vendor, asksForXSearch, model)
  return directives.refs && found.results.length === 0
    ? { ...exampleSources(rest), feeMicroUsd: found.feeMicroUsd }
    : found
}

function textLength({ messages }: ChatRequest): number {
  let length = 0
  for (const { content } of messages)
    if (typeof content === 'string') length += content.length
    else for (const part of content ?? []) if (part.type === 'text') length += part.text.length
  return length
}

function contextOverflow(tokens: string, limit: number): HttpError {
  return new HttpError(400, {
    error: {
      message: `Context length exceeded: this model allows ${limit} tokens, but your messages use ${tokens}.`,
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  })
}
