import type { StoreApi } from 'zustand/vanilla'

import type { Failure } from '../../../contract/errors/failure.ts'
import type { Client } from '../client/client.ts'
import type { CredentialSource } from '../client/connection/credential.ts'
import { createObservable } from '../client/observable.ts'
import type { ToolContent, ToolDefinition, ToolSource } from '../tools/tool.ts'

/** Where a tool server is. Holds no secret. */
export interface ToolServerAddress {
  /** Stays the same over reloads. */
  id: string
  /** What a person calls it. */
  name: string
  /** Its endpoint, as `readServerUrl` returns it: `https://mcp.example.com/mcp`. */
  url: string
}

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

/** How it stands with a server. */
export type ToolServerState =
  /** `failure`: why the last attempt to connect failed. */
  | { status: 'disconnected'; failure?: Failure; exchangeId?: string }
  | { status: 'connecting' }
  | {
      status: 'connected'
      info: ToolServerInfo
      tools: Listed<ToolDefinition>
      /** The server reported that its tools changed: they are listed again before the next call. */
      isOutdated: boolean
    }

/** An MCP server: a source of tools, and of resources and prompts. Every message is an exchange of the Inspector. */
export interface ToolServer extends ToolSource {
  kind: 'mcp'
  store: StoreApi<ToolServerState>
  /** Finds out which protocol it speaks and lists its tools; undefined when it is connected. */
  connect(signal: AbortSignal): Promise<Failure | undefined>
  /** Lists its tools again, such as before a conversation that uses them. */
  refresh(signal: AbortSignal): Promise<Failure | undefined>
  listResources(signal: AbortSignal): Promise<ToolServerResult<Listed<ToolServerResource>>>
  listPrompts(signal: AbortSignal): Promise<ToolServerResult<Listed<ToolServerPrompt>>>
  readResource(uri: string, signal: AbortSignal): Promise<ToolServerResult<readonly ToolContent[]>>
  getPrompt(
    name: string,
    values: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ToolServerResult<{ description?: string; messages: readonly PromptMessage[] }>>
  /** Ends what runs, and the session where the server has one. */
  close(): Promise<void>
}

/**
 * Makes a tool server; nothing is sent before `connect`. The credential is sent to its own origin only.
 * @example
 * const server = createToolServer(client, { id, name: 'Weather', url }, credential)
 * const failure = await server.connect(signal)
 */
export function createToolServer(
  client: Client,
  { id, name, url }: ToolServerAddress,
  _credential?: CredentialSource,
): ToolServer {
  const missing: Failure = { kind: 'page_error', message: 'Unavailable.' }
  const none = () => Promise.resolve({ ok: false as const, failure: missing })
  return {
    kind: 'mcp',
    id,
    name,
    origin: new URL(url).origin,
    store: createObservable<ToolServerState>({ status: 'disconnected' }, client.world.report),
    tools: () => [],
    call: () => Promise.resolve({ ok: false, failure: missing, reachedTool: false }),
    connect: () => Promise.resolve(missing),
    refresh: () => Promise.resolve(missing),
    listResources: none,
    listPrompts: none,
    readResource: none,
    getPrompt: none,
    close: () => Promise.resolve(),
  }
}
