import { tableSchema } from '../../field-rule.ts'
import type { z } from '../../zod.ts'
import { type Message, messageText } from '../messages.ts'
import { type ChatFieldName, chatFields } from './request-fields.ts'
import { chatStructures } from './request-structures.ts'
import type { VendorParameterName } from './vendor-parameters.ts'

/** The body of `POST /chat/completions`; fields the contract does not list pass unvalidated. */
export const chatRequestSchema = tableSchema(chatFields, chatStructures)

/** A chat request as the contract lists it. Unset means absent, never `undefined`. */
export type ChatRequest = Pick<z.infer<typeof chatRequestSchema>, ChatFieldName>

type ChatSettings = Omit<ChatRequest, 'messages' | 'model'>
export type ChatSettingName = keyof ChatSettings

/** The generation limit in force: `max_completion_tokens`, else the deprecated `max_tokens`; 0 or less means none. */
export function tokenLimit(
  request: Pick<ChatSettings, 'max_completion_tokens' | 'max_tokens'>,
): number | undefined {
  const limit = request.max_completion_tokens ?? request.max_tokens
  return limit === undefined || limit <= 0 ? undefined : limit
}

/** The reasoning effort in force: `reasoning_effort` beats `reasoning.effort`. */
export function reasoningEffort(request: Pick<ChatSettings, 'reasoning' | 'reasoning_effort'>) {
  return request.reasoning_effort ?? request.reasoning?.effort
}

/** The stop sequences as a list, whichever way they were given. */
export function stopSequences(request: Pick<ChatSettings, 'stop'>): readonly string[] {
  const { stop } = request
  return typeof stop === 'string' ? [stop] : (stop ?? [])
}

/** Where a rule points: a field, or a member of `vendor_parameters`. */
export type FieldPath = ChatFieldName | `vendor_parameters.${VendorParameterName}`

/** A change that settles a note: fields no longer sent, or set to a value. */
export interface RuleFix {
  label: string
  unset?: FieldPath[]
  set?: Partial<Record<FieldPath, boolean | number | string>>
}

/**
 * Something to know about fields that are each fine alone. An `error` would be refused or
 * meaningless, a `warning` probably is not what was meant, an `info` says how it will be read.
 */
export interface RuleNote {
  level: 'error' | 'warning' | 'info'
  fields: FieldPath[]
  message: string
  fix?: RuleFix
}

/** At most five URLs are fetched per request (contract, "Other constants"). */
export const MAX_SCRAPED_URLS = 5

type Rule = (request: Partial<ChatRequest>) => RuleNote | undefined

const temperatureOrTopP: Rule = ({ temperature, top_p }) =>
  temperature === undefined || top_p === undefined
    ? undefined
    : {
        level: 'warning',
        fields: ['temperature', 'top_p'],
        message: 'Set temperature or top_p, not both.',
        fix: { label: 'Remove top_p', unset: ['top_p'] },
      }

const temperatureOrder: Rule = ({ min_temp, max_temp }) =>
  min_temp === undefined || max_temp === undefined || min_temp <= max_temp
    ? undefined
    : {
        level: 'error',
        fields: ['min_temp', 'max_temp'],
        message: `min_temp (${min_temp}) must not be above max_temp (${max_temp}).`,
        fix: { label: 'Swap them', set: { min_temp: max_temp, max_temp: min_temp } },
      }

const alternativesNeedLogprobs: Rule = ({ logprobs, top_logprobs }) =>
  top_logprobs === undefined || top_logprobs === 0 || logprobs === true
    ? undefined
    : {
        level: 'error',
        fields: ['top_logprobs', 'logprobs'],
        message: 'top_logprobs has an effect only when logprobs is true.',
        fix: { label: 'Turn on logprobs', set: { logprobs: true } },
      }

const deprecatedMaxTokens: Rule = ({ max_tokens, max_completion_tokens }) => {
  if (max_tokens === undefined) return undefined
  if (max_tokens <= 0)
    return {
      level: 'info',
      fields: ['max_tokens'],
      message: 'A max_tokens of 0 or less is ignored: the model default applies.',
      fix: { label: 'Remove max_tokens', unset: ['max_tokens'] },
    }
  if (max_completion_tokens !== undefined)
    return {
      level: 'warning',
      fields: ['max_tokens', 'max_completion_tokens'],
      message: 'Both max_tokens (deprecated) and max_completion_tokens are set.',
      fix: { label: 'Remove max_tokens', unset: ['max_tokens'] },
    }
  return {
    level: 'warning',
    fields: ['max_tokens'],
    message: 'max_tokens is deprecated in favor of max_completion_tokens.',
    fix: {
      label: 'Use new name',
      unset: ['max_tokens'],
      set: { max_completion_tokens: max_tokens },
    },
  }
}

const effortTwice: Rule = ({ reasoning_effort, reasoning }) =>
  reasoning_effort === undefined ||
  reasoning?.effort === undefined ||
  reasoning.effort === reasoning_effort
    ? undefined
    : {
        level: 'warning',
        fields: ['reasoning_effort', 'reasoning'],
        message: `reasoning_effort (${reasoning_effort}) overrides reasoning.effort (${reasoning.effort}).`,
        fix: { label: 'Remove reasoning_effort', unset: ['reasoning_effort'] },
      }

const choicesMultiplyCost: Rule = ({ n }) =>
  n === undefined || n <= 1
    ? undefined
    : {
        level: 'info',
        fields: ['n'],
        message: `${n} choices are generated and billed.`,
        fix: { label: 'Request one', unset: ['n'] },
      }

const streamOptionsNeedStream: Rule = ({ stream, stream_options }) =>
  stream_options === undefined || stream === true
    ? undefined
    : {
        level: 'warning',
        fields: ['stream_options', 'stream'],
        message: 'stream_options has an effect only when stream is true.',
        fix: { label: 'Turn on stream', set: { stream: true } },
      }

const toolChoiceNeedsTools: Rule = ({ tools, tool_choice }) => {
  if (tool_choice === undefined || tool_choice === 'none' || tool_choice === 'auto')
    return undefined
  const names = (tools ?? []).flatMap((tool) =>
    'function' in tool && typeof tool.function === 'object' && tool.function !== null
      ? [Reflect.get(tool.function, 'name')]
      : [],
  )
  if (names.length === 0)
    return {
      level: 'error',
      fields: ['tool_choice', 'tools'],
      message: 'tool_choice requires a tool, but no tools are set.',
      fix: { label: 'Remove tool_choice', unset: ['tool_choice'] },
    }
  if (typeof tool_choice === 'string' || names.includes(tool_choice.function.name)) return undefined
  return {
    level: 'error',
    fields: ['tool_choice', 'tools'],
    message: `tool_choice names "${tool_choice.function.name}", which isn't among the tools.`,
    fix: { label: 'Remove tool_choice', unset: ['tool_choice'] },
  }
}

const searchIsBypassed: Rule = ({ vendor_parameters: vendor }) => {
  const searching = vendor?.enable_web_search !== undefined && vendor.enable_web_search !== 'off'
  if (!searching) return undefined
  const bypass = vendor.enable_x_search
    ? 'enable_x_search'
    : vendor.enable_web_scraping
      ? 'enable_web_scraping'
      : undefined
  return bypass === undefined
    ? undefined
    : {
        level: 'info',
        fields: ['vendor_parameters.enable_web_search', `vendor_parameters.${bypass}`],
        message: `${bypass} bypasses the standard web search.`,
        fix: { label: 'Turn off web search', unset: ['vendor_parameters.enable_web_search'] },
      }
}

const searchIsSkipped: Rule = ({ messages, vendor_parameters: vendor }) => {
  if (vendor?.enable_web_search === undefined || vendor.enable_web_search === 'off')
    return undefined
  const content = messages?.findLast((message) => message.role === 'user')?.content
  const hasImage = Array.isArray(content) && content.some(({ type }) => type === 'image_url')
  const reason = vendor.enable_e2ee
    ? 'with end-to-end encryption'
    : hasImage
      ? 'when the last user message has an image'
      : undefined
  return reason === undefined
    ? undefined
    : {
        level: 'info',
        fields: ['vendor_parameters.enable_web_search'],
        message: `Web search may be skipped ${reason}.`,
        fix: { label: 'Turn off web search', unset: ['vendor_parameters.enable_web_search'] },
      }
}

const emptyAssistantMessages: Rule = ({ messages }) => {
  const empty = (messages ?? []).flatMap((message, at) => (saysNothing(message) ? [at] : []))
  const [first] = empty
  return first === undefined
    ? undefined
    : {
        level: 'warning',
        fields: ['messages'],
        message: `messages[${empty.join('], messages[')}] ${empty.length === 1 ? 'has' : 'have'} neither content nor tool calls. ${DROPPED}`,
      }
}

const DROPPED = 'The API may drop such assistant messages without notice.'

/** What to know about a message before it is sent; undefined for nothing. */
export function emptyMessageNote(message: Message): string | undefined {
  return saysNothing(message) ? `No content and no tool calls. ${DROPPED}` : undefined
}

function saysNothing(message: Message): boolean {
  if (message.role !== 'assistant' || (message.tool_calls?.length ?? 0) > 0) return false
  return messageText(message) === ''
}

const searchOptionsNeedSearch: Rule = ({ vendor_parameters: vendor }) => {
  if (vendor === undefined) return undefined
  const { enable_web_search: search, enable_x_search, enable_web_scraping } = vendor
  if ((search !== undefined && search !== 'off') || enable_x_search || enable_web_scraping)
    return undefined
  const idle = (
    [
      'enable_web_citations',
      'include_search_results_in_stream',
      'return_search_results_as_documents',
    ] as const
  ).filter((name) => vendor[name] === true)
  const [first] = idle
  return first === undefined
    ? undefined
    : {
        level: 'warning',
        fields: idle.map((name): FieldPath => `vendor_parameters.${name}`),
        message: `${idle.join(', ')} ${idle.length === 1 ? 'has' : 'have'} an effect only with web search.`,
        fix: { label: 'Turn on web search', set: { 'vendor_parameters.enable_web_search': 'on' } },
      }
}

const resultsInStreamNeedStream: Rule = ({ stream, vendor_parameters: vendor }) =>
  vendor?.include_search_results_in_stream !== true || stream === true
    ? undefined
    : {
        level: 'warning',
        fields: ['vendor_parameters.include_search_results_in_stream', 'stream'],
        message: 'include_search_results_in_stream has an effect only when stream is true.',
        fix: { label: 'Turn on stream', set: { stream: true } },
      }

const scrapedUrls: Rule = ({ messages, vendor_parameters: vendor }) => {
  if (vendor?.enable_web_scraping !== true) return undefined
  const lastUser = messages?.findLast((message) => message.role === 'user')
  const count = lastUser === undefined ? 0 : webUrls(messageText(lastUser)).length
  const level = count > MAX_SCRAPED_URLS ? 'warning' : 'info'
  return {
    level,
    fields: ['vendor_parameters.enable_web_scraping'],
    message:
      count > MAX_SCRAPED_URLS
        ? `The message has ${count} URLs. Only the first ${MAX_SCRAPED_URLS} are fetched.`
        : `${count} of at most ${MAX_SCRAPED_URLS} URLs found in the message. Billed per page.`,
  }
}

const thinkingWhenEncrypted: Rule = ({ vendor_parameters: vendor }) =>
  vendor?.enable_e2ee !== true || vendor.disable_thinking !== true
    ? undefined
    : {
        level: 'warning',
        fields: ['vendor_parameters.disable_thinking', 'vendor_parameters.enable_e2ee'],
        message: 'disable_thinking breaks the encrypted responses of some models.',
        fix: { label: 'Reset disable_thinking', unset: ['vendor_parameters.disable_thinking'] },
      }

const RULES: readonly Rule[] = [
  temperatureOrTopP,
  temperatureOrder,
  alternativesNeedLogprobs,
  deprecatedMaxTokens,
  effortTwice,
  choicesMultiplyCost,
  streamOptionsNeedStream,
  toolChoiceNeedsTools,
  searchIsBypassed,
  searchIsSkipped,
  emptyAssistantMessages,
  searchOptionsNeedSearch,
  resultsInStreamNeedStream,
  scrapedUrls,
  thinkingWhenEncrypted,
]

/** Everything worth saying about how the fields of a request work together, in a fixed order. */
export function reviewRequest(request: Partial<ChatRequest>): RuleNote[] {
  return RULES.flatMap((rule) => rule(request) ?? [])
}

/** The distinct http(s) URLs in a text, in order. */
export function webUrls(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"'`)\]]+/gi) ?? []
  return [...new Set(found.map((url) => url.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')))]
}
