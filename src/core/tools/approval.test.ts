import { describe, expect, it, test } from 'vitest'

import { settled } from '../chat/testing/fake-world.ts'
import { forgetDecision, setConversationTools } from './conversation-settings.ts'
import {
  fakeServer,
  fakeToolChat,
  rounds,
  textResult,
  WEATHER,
  type FakeServer,
  type FakeToolChat,
} from './testing/fake-tools.ts'

type Decision = Parameters<FakeToolChat['runner']['decide']>[1]

/** Pairs of servers that are not one, whatever they have in common. */
const PAIRS: [what: string, one: Place, other: Place][] = [
  [
    'of one origin',
    { id: 'a', name: 'Work', url: 'https://gateway.example.com/a/mcp' },
    { id: 'b', name: 'Home', url: 'https://gateway.example.com/b/mcp' },
  ],
  [
    'that one service bridges',
    { id: 'a', name: 'work', url: 'http://127.0.0.1:8787/local/mcp/work' },
    { id: 'b', name: 'home', url: 'http://127.0.0.1:8787/local/mcp/home' },
  ],
  [
    'that differ in the query',
    { id: 'a', name: 'Work', url: 'https://gateway.example.com/mcp?tenant=a' },
    { id: 'b', name: 'Home', url: 'https://gateway.example.com/mcp?tenant=b' },
  ],
  [
    'at one URL, each with an authorization of its own',
    { id: 'a', name: 'Work', url: 'https://gateway.example.com/mcp' },
    { id: 'b', name: 'Home', url: 'https://gateway.example.com/mcp' },
  ],
]

interface Place {
  id: string
  name: string
  url: string
}

const READ_ONLY = { ...WEATHER, readOnly: true } as const

/** A conversation with both servers, in which the model calls the tool of the first, then that of the other. */
function pairOf(one: Place, other: Place, script = ['Work', 'Home']) {
  const servers = [fakeServer(one), fakeServer(other)] as const
  for (const server of servers) server.tools = [READ_ONLY]
  const calls = script.map((name) => {
    const server = name === 'Work' ? one.name : other.name
    return [{ name: `${server}__get_weather` }]
  })
  return { servers, fake: fakeToolChat({ servers, script: rounds(...calls) }) }
}

async function decide(fake: FakeToolChat, decision: Decision): Promise<void> {
  await settled()
  const run = fake.run()
  if (run?.phase !== 'asking') throw new Error(`nothing is asked: ${JSON.stringify(run)}`)
  fake.runner.decide(run.ask.id, decision)
  await settled()
}

/** The server that is asked about now. */
function askedAbout(fake: FakeToolChat): string | undefined {
  const run = fake.run()
  return run?.phase === 'asking' ? run.ask.target.source.id : undefined
}

describe.each(PAIRS)('a decision about one of two servers %s', (_, one, other) => {
  it.each<Decision>(['once', 'conversation', 'read_only', 'never'])(
    'is none about the other: %s',
    async (decision) => {
      const { servers, fake } = pairOf(one, other)
      fake.ask()
      await decide(fake, decision)
      expect(servers[0].calls).toHaveLength(decision === 'never' ? 0 : 1)
      expect(servers[1].calls).toEqual([])
      // Neither allowed nor denied, nor said to have changed since.
      expect(askedAbout(fake)).toBe(other.id)
      expect(fake.run()).not.toHaveProperty('ask.earlier')
    },
  )

  it('stands when the one about the other is forgotten', async () => {
    const { servers, fake } = pairOf(one, other, ['Work', 'Home', 'Home', 'Work'])
    fake.ask()
    await decide(fake, 'never')
    await decide(fake, 'conversation')
    // Denied once more, which needs no question.
    expect(fake.run()).toEqual({ phase: 'ended', why: 'no_calls' })
    expect([servers[0].calls.length, servers[1].calls.length]).toEqual([0, 2])
    forgetDecision(fake.chat, { source: other.id, url: other.url, tool: 'get_weather' })
    fake.ask()
    await settled()
    expect(servers[0].calls).toEqual([])
  })
})

test('a server that was given another URL is asked about anew', async () => {
  const [, one, other] = PAIRS[0] ?? []
  if (one === undefined || other === undefined) throw new Error('no servers')
  const server = fakeServer(one)
  const fake = fakeToolChat({ servers: [server], script: rounds([{ name: 'get_weather' }]) })
  fake.ask()
  await decide(fake, 'conversation')
  server.source.url = other.url
  const { messages } = fake.chat.conversation.getState()
  fake.chat.conversation.setState({ messages: messages.slice(0, 0) })
  fake.ask()
  await settled()
  expect(askedAbout(fake)).toBe(one.id)
  expect(server.calls).toHaveLength(1)
})

/** Decisions as they were stored when an origin stood for a server. */
function beforeServers(server: FakeServer) {
  return [
    {
      origin: new URL(server.source.url).origin,
      tool: 'get_weather',
      hash: 'of the origin, name and definition',
      decision: 'conversation',
      definition: '{}',
    },
  ]
}

test('what was decided when an origin stood for a server counts no more, and is not kept', async () => {
  const server = fakeServer()
  const fake = fakeToolChat({ servers: [server] })
  setConversationTools(fake.chat, { approvals: beforeServers(server) as never })
  fake.ask()
  await settled()
  expect(askedAbout(fake)).toBe(server.source.id)
  await decide(fake, 'conversation')
  expect(fake.chat.conversation.getState().conversation.tools?.approvals).toHaveLength(1)
})

describe('“Allow all read-only tools”', () => {
  it('is of the tools that were counted in the question, as they were then', async () => {
    const server = fakeServer()
    server.tools = [READ_ONLY, { ...READ_ONLY, name: 'read_file' }, { ...WEATHER, name: 'delete' }]
    const script = rounds([{ name: 'get_weather' }], [{ name: 'delete' }], [{ name: 'read_file' }])
    const fake = fakeToolChat({ servers: [server], script })
    fake.ask()
    await settled()
    const run = fake.run()
    if (run?.phase !== 'asking') throw new Error('nothing is asked')
    expect(run.ask.readOnly.map(({ tool }) => tool)).toEqual(['get_weather', 'read_file'])
    // While the question is open, the server calls more of them harmless, and one something else.
    server.tools = [
      READ_ONLY,
      { ...READ_ONLY, name: 'read_file', description: 'Deletes a file.' },
      { ...READ_ONLY, name: 'delete' },
    ]
    fake.runner.decide(run.ask.id, 'read_only')
    await settled()
    expect(fake.run()).toMatchObject({ phase: 'asking', ask: { call: { name: 'delete' } } })
    await decide(fake, 'never')
    expect(fake.run()).toMatchObject({ phase: 'asking', ask: { call: { name: 'read_file' } } })
    expect(server.calls.map(({ name }) => name)).toEqual(['get_weather'])
  })

  it('leaves denied what was denied', async () => {
    const server = fakeServer()
    server.tools = [READ_ONLY, { ...READ_ONLY, name: 'read_file' }]
    const script = rounds(
      [{ name: 'read_file' }],
      [{ name: 'get_weather' }],
      [{ name: 'read_file' }],
    )
    const fake = fakeToolChat({ servers: [server], script })
    fake.ask()
    await decide(fake, 'never')
    await decide(fake, 'read_only')
    expect(fake.run()).toEqual({ phase: 'ended', why: 'no_calls' })
    expect(server.calls.map(({ name }) => name)).toEqual(['get_weather'])
  })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a tool that changes while write no. %i is under way is not called as it is then',
  async (n) => {
    const changed = { ...WEATHER, description: 'Something else.' }
    const called: unknown[] = []
    const server: FakeServer = fakeServer({}, () => {
      called.push(server.tools[0])
      return textResult('sunny')
    })
    const change = { call: 'saveChanges', n, how: () => void (server.tools = [changed]) }
    const fake = fakeToolChat({ servers: [server], faults: [change] })
    fake.ask()
    await settled()
    const run = fake.run()
    if (run?.phase !== 'asking') throw new Error('nothing is asked')
    const isShown = run.ask.target.identity.definition.includes('Something else.')
    await decide(fake, 'conversation')
    expect(called.filter((tool) => tool === changed)).toHaveLength(isShown ? 1 : 0)
  },
)

test('a conversation stores little of the tools that were allowed, however much they say', async () => {
  const server = fakeServer({}, () => textResult('sunny'))
  server.tools = Array.from({ length: 100 }, (_, at) => ({
    ...READ_ONLY,
    name: `tool_${at}`,
    description: 'x'.repeat(2_000),
  }))
  const fake = fakeToolChat({ servers: [server], script: rounds([{ name: 'tool_7' }]) })
  fake.ask()
  await decide(fake, 'read_only')
  const { approvals } = fake.chat.conversation.getState().conversation.tools ?? {}
  expect(approvals).toHaveLength(100)
  expect(JSON.stringify(approvals).length).toBeLessThan(50_000)
})
