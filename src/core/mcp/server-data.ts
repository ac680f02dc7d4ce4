import type { Failure } from '../../../contract/errors/failure.ts'
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
