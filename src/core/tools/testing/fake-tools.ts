import { isJsonObject, parseJson, type JsonObject } from '../../../../contract/json.ts'
import { addMessage } from '../../chat/conversation/authored-messages.ts'
import { sendMessages } from '../../chat/responses/send-messages.ts'
import { fakeChat, type FakeChat, type Fault } from '../../chat/testing/fake-world.ts'
import { setConversationTools } from '../conversation-settings.ts'
import { createToolRunner } from '../run-tools.ts'
import type { ToolRun, ToolRunner } from '../tool-runs.ts'
import {
  addToolSource,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
  type ToolSource,
} from '../tool.ts'

/*
 * A chat with a tool server and a model that calls its tools, in memory: what the model asks for follows
 * from the messages it gets, so that every run of it is the same.
 */

/** A server's tools, and every call that reached it. */
export interface FakeServer {
  source: ToolSource
  calls: ToolCall[]
  tools: ToolDefinition[]
}

export const WEATHER: ToolDefinition = {
  name: 'get_weather',
  description: 'Says the weather of a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
}

export function fakeServer(
  changes: Partial<Pick<ToolSource, 'id' | 'name' | 'url'>> = {},
  answer: (call: ToolCall, signal: AbortSignal) => ToolOutcome | Promise<ToolOutcome> = () =>
    textResult('sunny'),
): FakeServer {
  const calls: ToolCall[] = []
  const server: FakeServer = {
    calls,
    tools: [WEATHER],
    source: {
      kind: 'mcp',
      id: 'weather',
      name: 'Weather',
      url: 'https://weather.example.com/mcp',
      tools: () => server.tools,
      call: async (call, { signal }) => {
        calls.push(call)
        return answer(call, signal)
      },
      ...changes,
    },
  }
  return server
}

export function textResult(text: string, isError = false): ToolOutcome {
  return { ok: true, result: { content: [{ type: 'text', text }], isError } }
}

/** A call as a model writes it. */
export interface AskedCall {
  name: string
  arguments?: string
}

/** What the model asks for in each round; without any, it answers with text. */
export type Script = (round: number) => readonly AskedCall[]

/** Asks for these calls, round by round, and then answers. */
export function rounds(...calls: readonly (readonly AskedCall[])[]): Script {
  return (round) => calls[round] ?? []
}

/** The pieces of a streamed response, by the tool messages that the request holds. */
function respond(script: Script) {
  return (body: string): readonly string[] => {
    const request = parseJson(body)
    const messages = isJsonObject(request) ? request['messages'] : []
    const round = (Array.isArray(messages) ? messages : []).filter(
      (message) => isJsonObject(message) && message['tool_calls'] !== undefined,
    ).length
    const calls = script(round)
    const delta: JsonObject =
      calls.length === 0
        ? { content: 'Done' }
        : {
            tool_calls: calls.map(({ name, arguments: json = '{"city":"Zurich"}' }, index) => ({
              index,
              id: `call-${round}-${index}`,
              type: 'function',
              function: { name, arguments: json },
            })),
          }
    const finish_reason = calls.length === 0 ? 'stop' : 'tool_calls'
    const value = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' }
    const choices = [{ index: 0, delta, finish_reason }]
    return [`data: ${JSON.stringify({ ...value, choices })}\n\n`, 'data: [DONE]\n\n']
  }
}

export interface FakeToolChat extends FakeChat {
  runner: ToolRunner
  /** How the tools of the conversation on the screen run; undefined before they did. */
  run(): ToolRun | undefined
  /** Sends a message, from which everything begins. */
  ask(): void
}

interface FakeToolOptions {
  servers: readonly FakeServer[]
  script?: Script
  faults?: readonly Fault[]
  /** The page before a reload: this one has what that one stored. */
  before?: FakeChat
}

/** A chat whose tools run by themselves once they are allowed. */
export function fakeToolChat({
  servers,
  script = rounds([{ name: 'get_weather' }]),
  faults = [],
  before,
}: FakeToolOptions): FakeToolChat {
  const fake = fakeChat({
    faults,
    pieces: respond(script),
    ...(before === undefined ? {} : { stored: before }),
  })
  const { chat } = fake
  for (const { source } of servers) addToolSource(chat.toolSources, source)
  const runner = createToolRunner(chat)
  runner.follow()
  if (before === undefined)
    setConversationTools(chat, { auto: true, sources: servers.map(({ source }) => source.id) })
  return {
    ...fake,
    runner,
    run: () => runner.store.getState().byConversation[chat.conversation.getState().conversation.id],
    ask: () => {
      addMessage(chat, { role: 'user', content: 'How is the weather?' })
      sendMessages(chat, fake.connection, [])
    },
  }
}
