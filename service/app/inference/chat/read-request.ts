import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../contract/json.ts'
import type { AppContext } from '../../http/app-environment.ts'

/**
 * A chat body as the real service reads it, before it is validated: other names of fields, other vendors' tools,
 * and no fields that nobody uses. What has another form is left to be validated.
 */
export function asProviderReads(received: unknown): unknown {
  if (!isJsonObject(received)) return received
  const { include: _i, metadata: _m, user: _u, store: _s, ...kept } = received
  const body = renamed(renamed(kept, 'input', 'messages'), 'max_output_tokens', 'max_tokens')
  const { messages, tools, tool_choice: choice, web_search: search, ...rest } = body
  const vendor = rest['vendor_parameters'] ?? (search === undefined ? undefined : {})
  return {
    ...rest,
    ...(messages === undefined ? {} : { messages: readMessages(messages) }),
    ...(tools === undefined
      ? {}
      : { tools: Array.isArray(tools) ? tools.flatMap(readTool) : tools }),
    ...(choice === undefined ? {} : { tool_choice: readChoice(choice) }),
    ...(isJsonObject(vendor)
      ? {
          vendor_parameters: readVendor(
            search === undefined ? vendor : { web_search: search, ...vendor },
          ),
        }
      : {}),
  }
}

/** A field under its own name; one that has that name already wins. */
function renamed(body: JsonObject, from: string, to: string): JsonObject {
  const { [from]: value, ...others } = body
  return value === undefined ? body : { [to]: value, ...others }
}

function readVendor(vendor: JsonObject): JsonObject {
  const { enable_web_search: search, ...others } = renamed(
    vendor,
    'web_search',
    'enable_web_search',
  )
  if (search === undefined) return others
  const word = search === true ? 'on' : search === false ? 'off' : search
  return { ...others, enable_web_search: word }
}

/** A text is what the user says. An assistant message that says nothing and calls nothing is dropped. */
function readMessages(messages: JsonValue) {
  if (typeof messages === 'string') return [{ role: 'user', content: messages }]
  if (!Array.isArray(messages)) return messages
  return messages.filter((message) => {
    if (!isJsonObject(message) || message['role'] !== 'assistant') return true
    const { content, tool_calls: calls } = message
    const isSaying = Array.isArray(content) ? content.length > 0 : content != null && content !== ''
    return isSaying || (Array.isArray(calls) && calls.length > 0)
  })
}

/** Tools as the Responses API (flat), Anthropic (`input_schema`) and Google (`functionDeclarations`) describe them. */
function readTool(tool: JsonValue): JsonValue[] {
  if (!isJsonObject(tool) || isJsonObject(tool['function'])) return [tool]
  const listed = tool['functionDeclarations'] ?? tool['function_declarations']
  if (Array.isArray(listed)) return listed.flatMap(readTool)
  const { name, description, parameters, input_schema: schema, strict } = tool
  if (typeof name !== 'string') return [tool]
  const known = { description, parameters: parameters ?? schema, strict }
  const given = Object.entries(known).filter(([, value]) => value !== undefined)
  return [{ type: 'function', function: { name, ...Object.fromEntries(given) } } as JsonObject]
}

function readChoice(choice: JsonValue) {
  if (!isJsonObject(choice) || isJsonObject(choice['function'])) return choice
  const { type, name } = choice
  if (typeof name === 'string') return { type: 'function', function: { name } }
  return type === 'any' ? 'required' : typeof type === 'string' ? type : choice
}

/** The headers of a request that is sealed end to end. */
export const SEALED_HEADERS = {
  clientKey: 'x-vendor-tee-client-pub-key',
  modelKey: 'x-vendor-tee-model-pub-key',
  algorithm: 'x-vendor-tee-signing-algo',
} as const

/** Whether a request is sealed: one without these headers, or with `enable_e2ee: false`, passes as it is. */
export function isSealed(context: AppContext, request: ChatRequest): boolean {
  const hasHeader = Object.values(SEALED_HEADERS).some(
    (name) => context.req.header(name) !== undefined,
  )
  return hasHeader && request.vendor_parameters?.enable_e2ee !== false
}
