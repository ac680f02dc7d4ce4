import type { StoreApi } from 'zustand/vanilla'

import type { Failure } from '../../../contract/errors/failure.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { PRACTICE_ORIGIN } from '../../../contract/practice/practice-api.ts'
import { ABORTED } from '../client/admission/admission.ts'
import type { Client } from '../client/client.ts'
import type { Connection } from '../client/connection/connections.ts'
import type { CredentialSource } from '../client/connection/credential.ts'
import { createObservable } from '../client/observable.ts'
import type { ToolContent, ToolDefinition, ToolOutcome, ToolSource } from '../tools/tool.ts'
import { CHANGED, DISCONNECTED, notMcp } from './faults/fault.ts'
import {
  readCallResult,
  readPrompt,
  readPromptMessages,
  readResourceItem,
  readResources,
  readTool,
} from './read/items.ts'
import type {
  Listed,
  PromptMessage,
  ToolServerInfo,
  ToolServerPrompt,
  ToolServerResource,
  ToolServerResult,
} from './server-data.ts'
import { initialize, list, openWire } from './wire/open-wire.ts'
import { endSession, sendRequest, type RpcRequest } from './wire/send.ts'
import { headerText, paramHeaders, type Wire } from './wire/wire.ts'

/** Where a tool server is. Holds no secret. */
export interface ToolServerAddress {
  /** Stays the same over reloads. */
  id: string
  /** What a person calls it. */
  name: string
  /** Its endpoint, as `readServerUrl` returns it: `https://mcp.example.com/mcp`. */
  url: string
}

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

/** Makes a tool server; nothing is sent before `connect`. The credential is sent to its own origin only. */
export function createToolServer(
  client: Client,
  { id, name, url }: ToolServerAddress,
  credential?: CredentialSource,
): ToolServer {
  const { world } = client
  const { origin, pathname, search } = new URL(url)
  const connection: Connection = {
    id,
    name,
    baseUrl: origin,
    providerName: 'mcp',
    session: world.random.uuid(),
    kind: origin === PRACTICE_ORIGIN ? 'practice' : 'remote',
    ...(credential?.origin === origin ? { credential } : {}),
  }
  const store = createObservable<ToolServerState>({ status: 'disconnected' }, world.report)
  /** What ends with the connection; another one for each. */
  let life = new AbortController()
  let wire: Wire | undefined
  let renewing: { of: Wire; done: Promise<Failure | undefined> } | undefined

  let endings: Promise<void>[] = []

  const disconnect = () => {
    life.abort()
    life = new AbortController()
    if (wire?.sessionId !== undefined) endings.push(endSession(wire))
    wire = undefined
  }
  const onToolsChanged = () => {
    const state = store.getState()
    if (state.status === 'connected' && !state.isOutdated)
      store.setState({ ...state, isOutdated: true }, true)
  }

  /** Lists the tools of an open server, and shows it as connected. */
  const enter = async (opened: Wire, info: ToolServerInfo, signal: AbortSignal) => {
    const lifetime = life.signal
    const listed = info.offers.tools
      ? await list(opened, { method: 'tools/list', key: 'tools', read: readTool }, signal)
      : undefined
    if (lifetime.aborted) return ABORTED
    if (listed?.ok === false) return listed.failure
    const tools = listed?.value ?? { items: [], notes: [] }
    wire = opened
    store.setState({ status: 'connected', info, tools, isOutdated: false }, true)
    return undefined
  }

  const connect = async (given: AbortSignal): Promise<Failure | undefined> => {
    disconnect()
    const lifetime = life.signal
    const signal = AbortSignal.any([given, lifetime])
    store.setState({ status: 'connecting' }, true)
    const opened = await openWire(client, connection, `${pathname}${search}`, signal)
    const failure = opened.ok ? await enter(opened.wire, opened.info, signal) : opened.failure
    if (failure === undefined) return undefined
    if (opened.ok && opened.wire.sessionId !== undefined) endings.push(endSession(opened.wire))
    // What came later counts.
    if (!lifetime.aborted)
      store.setState(
        failure.kind === 'aborted'
          ? { status: 'disconnected' }
          : { status: 'disconnected', failure },
        true,
      )
    return failure
  }

  /** Begins the session anew after the server ended it; once for all that found it ended. */
  const renew = (ended: Wire): Promise<Failure | undefined> => {
    if (renewing?.of === ended) return renewing.done
    if (wire !== ended) return Promise.resolve(undefined)
    const { signal } = life
    const begin = async () => {
      const opened = await initialize(ended, signal)
      const failure = opened.ok ? await enter(opened.wire, opened.info, signal) : opened.failure
      if (failure !== undefined && !signal.aborted && failure.kind !== 'aborted') {
        wire = undefined
        store.setState({ status: 'disconnected', failure }, true)
      }
      return failure
    }
    renewing = { of: ended, done: begin() }
    return renewing.done
  }

  const hasEnded = ({ failure }: { failure: Failure }) =>
    failure.kind === 'tool_server' && failure.reason === 'session'

  /** Sends what changes nothing; once more in a new session if the server ended the session. */
  const read = async <T>(
    given: AbortSignal,
    send: (wire: Wire, signal: AbortSignal) => Promise<ToolServerResult<T>>,
  ): Promise<ToolServerResult<T>> => {
    const used = wire
    if (used === undefined) return { ok: false, failure: DISCONNECTED }
    const signal = AbortSignal.any([given, life.signal])
    const result = await send(used, signal)
    if (result.ok || !hasEnded(result)) return result
    const failure = await renew(used)
    if (failure !== undefined) return { ...result, failure }
    return wire === undefined || signal.aborted ? result : send(wire, signal)
  }

  const refresh = async (given: AbortSignal): Promise<Failure | undefined> => {
    const listed = await read(given, (used, signal) =>
      list(used, { method: 'tools/list', key: 'tools', read: readTool }, signal),
    )
    const state = store.getState()
    if (!listed.ok) return listed.failure
    if (state.status === 'connected')
      store.setState({ ...state, tools: listed.value, isOutdated: false }, true)
    return undefined
  }

  const toolNamed = (wanted: string): ToolDefinition | undefined => {
    const state = store.getState()
    return state.status === 'connected'
      ? state.tools.items.find((tool) => tool.name === wanted)
      : undefined
  }

  const call: ToolServer['call'] = async (asked, { signal: given, cause, onProgress }) => {
    const unsent = (failure: Failure): ToolOutcome => ({ ok: false, failure, reachedTool: false })
    const state = store.getState()
    if (state.status !== 'connected') return unsent(DISCONNECTED)
    const allowed = toolNamed(asked.name)
    if (allowed === undefined) return unsent(CHANGED)
    const signal = AbortSignal.any([given, life.signal])
    /** Whether the tool is what it was when the call was allowed. */
    const isSame = () => JSON.stringify(toolNamed(asked.name)) === JSON.stringify(allowed)
    if (state.isOutdated) {
      const failure = await refresh(signal)
      if (failure !== undefined) return unsent(failure)
      if (!isSame()) return unsent(CHANGED)
    }
    const params = { name: asked.name, arguments: asked.arguments }
    const send = (used: Wire) =>
      sendRequest(
        used,
        {
          method: 'tools/call',
          params,
          name: headerText(asked.name),
          headers:
            used.era === 'stateless' ? paramHeaders(allowed.inputSchema, asked.arguments) : [],
          cause,
          onProgress: onProgress ?? (() => undefined),
          onToolsChanged,
        },
        signal,
      )
    const used = wire
    if (used === undefined) return unsent(DISCONNECTED)
    let sent = await send(used)
    // The session was unknown, so no tool ran: in a new one the call is made for the first time.
    if (!sent.ok && hasEnded(sent)) {
      const failure = await renew(used)
      if (failure !== undefined) return unsent(failure)
      if (!isSame()) return unsent(CHANGED)
      if (wire !== undefined && !signal.aborted) sent = await send(wire)
    }
    const exchangeId = sent.exchange.id
    if (!sent.ok)
      return {
        ok: false,
        failure: sent.failure,
        reachedTool: sent.exchange.unsent !== true,
        exchangeId,
      }
    const result = readCallResult(sent.result)
    return result === undefined
      ? { ok: false, failure: notMcp('a tool result'), reachedTool: true, exchangeId }
      : { ok: true, result, exchangeId }
  }

  /** A result that is read, or what was expected of it. */
  const readResult = async <T>(
    given: AbortSignal,
    request: RpcRequest,
    expected: string,
    parse: (result: JsonObject) => T | undefined,
  ): Promise<ToolServerResult<T>> =>
    read(given, async (used, signal) => {
      const sent = await sendRequest(used, { ...request, onToolsChanged }, signal)
      const exchangeId = sent.exchange.id
      if (!sent.ok) return { ok: false, failure: sent.failure, exchangeId }
      const value = parse(sent.result)
      return value === undefined
        ? { ok: false, failure: notMcp(expected), exchangeId }
        : { ok: true, value, exchangeId }
    })

  return {
    kind: 'mcp',
    id,
    name,
    url,
    store,
    tools: () => {
      const state = store.getState()
      return state.status === 'connected' ? state.tools.items : []
    },
    call,
    connect,
    refresh,
    listResources: (given) =>
      read(given, async (used, signal) => {
        const resources = await list(
          used,
          { method: 'resources/list', key: 'resources', read: readResourceItem },
          signal,
        )
        if (!resources.ok) return resources
        const templates = await list(
          used,
          { method: 'resources/templates/list', key: 'resourceTemplates', read: readResourceItem },
          signal,
        )
        // Servers without templates may not know the method.
        if (!templates.ok) return templates.failure.kind === 'aborted' ? templates : resources
        const { items, notes } = resources.value
        return {
          ...resources,
          value: {
            items: [...items, ...templates.value.items],
            notes: [...notes, ...templates.value.notes],
          },
        }
      }),
    listPrompts: (given) =>
      read(given, (used, signal) =>
        list(used, { method: 'prompts/list', key: 'prompts', read: readPrompt }, signal),
      ),
    readResource: (uri, given) =>
      readResult(
        given,
        { method: 'resources/read', params: { uri }, name: headerText(uri) },
        'the contents of a resource',
        ({ contents }) => readResources(contents, uri),
      ),
    getPrompt: (prompt, values, given) =>
      readResult(
        given,
        {
          method: 'prompts/get',
          params: { name: prompt, arguments: { ...values } },
          name: headerText(prompt),
        },
        'a prompt',
        readPromptMessages,
      ),
    async close() {
      disconnect()
      store.setState({ status: 'disconnected' }, true)
      const ending = endings
      endings = []
      await Promise.all(ending)
    },
  }
}
