import type { Failure } from '../../../contract/errors/failure.ts'
import type { SilenceLimits } from '../client/stream/stream-clocks.ts'
import type { ToolContent } from '../tools/tool.ts'

/** What a server says of itself. All text is of others: it is shown inert and never obeyed. */
export interface ToolServerInfo {
  name: string
  title?: string
  version?: string
  instructions?: string
  /** `session`: protocol versions until 2025-11-25, which begin with `initialize`. `stateless`: since 2026-07-28. */
  era: 'session' | 'stateless'
  protocolVersion: string
  /** What it has, as far as this page uses it. */
  offers: { tools: boolean; resources: boolean; prompts: boolean }
}

/** A list of a server. */
export interface Listed<T> {
  items: readonly T[]
  /** What was left out and why, in sentences to show; empty where the list is whole. */
  notes: readonly string[]
}

/** Something that can be read from a server, or, with `{…}` in its URI, a family of such. */
export interface ToolServerResource {
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  /** `uri` is a template: what is in braces is to be filled in. */
  isTemplate?: true
}

/** A prompt that a server offers. */
export interface ToolServerPrompt {
  name: string
  title?: string
  description?: string
  arguments: readonly { name: string; description?: string; isRequired: boolean }[]
}

/** One message of a prompt. */
export interface PromptMessage {
  role: 'user' | 'assistant'
  content: ToolContent
}

/** A value with the exchange that it came with, or why there is none. */
export type ToolServerResult<T> =
  | { ok: true; value: T; exchangeId?: string }
  | { ok: false; failure: Failure; exchangeId?: string }

/*
 * What a tool server may ask of this page. A server that goes over a limit gets its list shortened, with
 * a note, or its call ended, in words.
 */

/** The most that is read of one response, bytes. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024
/** The most messages in one response: notifications of progress, mostly. */
export const MAX_MESSAGES = 2_000
/** The most requests of a server that one stream brings and this page refuses; the others go unheard. */
export const MAX_REFUSALS = 4

/** The most pages of a list, and the most items that are kept of it. */
export const MAX_PAGES = 20
export const MAX_ITEMS = 256
/** The longest cursor and session ID, characters. */
export const MAX_CURSOR_CHARS = 4_096
export const MAX_SESSION_ID_CHARS = 1_024

/** The longest name, title or URI, characters. */
export const MAX_NAME_CHARS = 128
export const MAX_TITLE_CHARS = 200
export const MAX_URI_CHARS = 4_096
/** The longest description and instructions, characters. */
export const MAX_DESCRIPTION_CHARS = 16_000

/** The largest schema of a tool: as JSON, in characters; its values; how deep they are nested. */
export const MAX_SCHEMA_CHARS = 100_000
export const MAX_SCHEMA_VALUES = 10_000
export const MAX_SCHEMA_DEPTH = 32

/** The most pieces of content in a result, and messages in a prompt. */
export const MAX_CONTENTS = 200

/** The most arguments that a tool may have mirrored in headers, and the longest value, characters. */
export const MAX_PARAM_HEADERS = 16
export const MAX_PARAM_HEADER_CHARS = 2_000

/** Without a whole response after this long a message failed, ms. */
export const MESSAGE_TIMEOUT_MS = 30_000
/** The same for a tool that runs. */
export const CALL_TIMEOUT_MS = 300_000
/** For what is sent while nobody waits for it, such as the end of a session. */
export const FAREWELL_TIMEOUT_MS = 5_000
/** How long a stream may be silent. */
export const SILENCE: SilenceLimits = {
  firstByte: 120_000,
  transport: 120_000,
  progressSoft: 60_000,
  progressHard: CALL_TIMEOUT_MS,
}
