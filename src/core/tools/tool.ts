import type { StoreApi } from 'zustand/vanilla'

import type { Failure } from '../../../contract/errors/failure.ts'
import type { JsonObject, JsonValue } from '../../../contract/json.ts'

/** A tool as its source describes it. Everything here is text of others: it is shown inert and never obeyed. */
export interface ToolDefinition {
  /** As its source calls it; unique within the source only. */
  name: string
  title?: string
  description?: string
  /** JSON schema of the arguments. */
  inputSchema: JsonObject
  /** JSON schema of the structured result, where the source gives one. */
  outputSchema?: JsonObject
  /** The source says that calls change nothing. A hint, not a promise. */
  readOnly?: true
}

/** One piece of a result. `unknown` keeps what this version doesn't know, shown as JSON. */
export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; mimeType: string; base64: string }
  | { type: 'resource'; uri: string; mimeType?: string; text?: string; base64?: string }
  | { type: 'resource_link'; uri: string; name: string; description?: string; mimeType?: string }
  | { type: 'unknown'; value: JsonValue }

/** What a call came to. `isError`: the tool ran and said that it failed, which the model may read. */
export interface ToolResult {
  content: readonly ToolContent[]
  structured?: JsonValue
  isError: boolean
}

/** A result, or why there is none. `reachedTool`: false only where the call certainly never left. */
export type ToolOutcome =
  | { ok: true; result: ToolResult; exchangeId?: string }
  | { ok: false; failure: Failure; reachedTool: boolean; exchangeId?: string }

/** A call that a model asks for. */
export interface ToolCall {
  /** The model's id of the call. */
  id: string
  name: string
  arguments: JsonObject
}

/** Why a call is made, for the Inspector: the model's request that asked for it. */
interface ToolCallOptions {
  signal: AbortSignal
  cause: { exchangeId: string; toolCallId: string }
  /** What a tool reports while it runs; the words are those of its source. */
  onProgress?: (progress: ToolProgress) => void
}

/** How far a call is, in units of the tool's own choice. */
export interface ToolProgress {
  done: number
  total?: number
  message?: string
}

/** Where tools come from: an MCP server, a snippet, a canned result, a person. */
export interface ToolSource {
  kind: 'mcp' | 'snippet' | 'canned' | 'by_hand'
  /** Stays the same over reloads. */
  id: string
  /** What a person calls it. */
  name: string
  /** Where calls go, such as `https://mcp.example.com/mcp`; `page` where they stay in this page. */
  url: string
  /** What it offers now. */
  tools(): readonly ToolDefinition[]
  /** Makes one call, once. Never rejects, never repeats. */
  call(call: ToolCall, options: ToolCallOptions): Promise<ToolOutcome>
}

export interface ToolSourcesState {
  /** In the order in which they were connected. A new list for every change of what one offers. */
  list: readonly ToolSource[]
}

/** Adds a source, or puts it in the place of the one with its id. Returns how to remove it. */
export function addToolSource(store: StoreApi<ToolSourcesState>, source: ToolSource): () => void {
  store.setState(({ list }) => ({
    list: list.some(({ id }) => id === source.id)
      ? list.map((other) => (other.id === source.id ? source : other))
      : [...list, source],
  }))
  return () => store.setState(({ list }) => ({ list: list.filter((other) => other !== source) }))
}

/** Says that a source offers other tools now. */
export function toolsChanged(store: StoreApi<ToolSourcesState>): void {
  store.setState(({ list }) => ({ list: [...list] }))
}
