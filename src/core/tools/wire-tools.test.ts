import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../../contract/json.ts'
import { fakeServer, WEATHER } from './testing/fake-tools.ts'
import type { ToolDefinition, ToolSource } from './tool.ts'
import { leftOutTools, requestSettings, TOOL_LIMITS, wireTools } from './wire-tools.ts'

function server(id: string, ...names: string[]): ToolSource {
  const fake = fakeServer({ id, name: `Server ${id}` })
  fake.tools = names.map((name): ToolDefinition => ({ ...WEATHER, name }))
  return fake.source
}

const written = (name: string): JsonObject => ({ type: 'function', function: { name } })
const snippets: ToolSource = { ...server('snippets', 'mine', 'get_weather'), kind: 'snippet' }

/** The names that go out, with what answers each. */
function wires(settings: JsonObject, sources: readonly ToolSource[], on = sources) {
  const tools = { sources: on.map(({ id }) => id) }
  return wireTools(settings, tools, sources).map(({ wire, source }) => [wire, source?.id])
}

describe('the tools of a request', () => {
  it('are those of the sources that are on, by their own names', () => {
    const [a, b] = [server('a', 'one', 'two'), server('b', 'three')]
    expect(wires({}, [a, b], [a])).toEqual([
      ['one', 'a'],
      ['two', 'a'],
    ])
    expect(wires({}, [a, b])).toHaveLength(3)
  })

  it('are joined with the name of their server where two have one name', () => {
    expect(wires({}, [server('a', 'one'), server('b', 'one', 'two')])).toEqual([
      ['Server_a__one', 'a'],
      ['Server_b__one', 'b'],
      ['two', 'b'],
    ])
  })

  it('leave a tool that was written by hand its name', () => {
    const settings = { tools: [written('one'), { type: 'web_search' }] }
    expect(wires(settings, [server('a', 'one')])).toEqual([
      ['one', undefined],
      ['Server_a__one', 'a'],
    ])
    const sent = requestSettings({ settings, tools: { sources: ['a'] } }, [server('a', 'one')])
    expect(sent['tools']).toMatchObject([
      written('one'),
      { type: 'web_search' },
      written('Server_a__one'),
    ])
  })

  it('have names that a request takes, each once', () => {
    const long = 'a'.repeat(80)
    const names = wires({}, [
      server('ü ü', 'get weather!', `${long}1`, `${long}2`, ''),
      server('b', 'get/weather!', `${long}3`),
    ]).map(([wire]) => wire ?? '')
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are answered by a snippet that is on, of those written by hand and of no others', () => {
    const settings = { tools: [written('mine'), written('other')] }
    expect(wires(settings, [snippets])).toEqual([
      ['mine', 'snippets'],
      ['other', undefined],
    ])
    expect(wires(settings, [snippets], [])).toEqual([
      ['mine', undefined],
      ['other', undefined],
    ])
  })

  it('are only those of the settings where a conversation has none', () => {
    const settings = { temperature: 1 }
    expect(requestSettings({ settings }, [server('a', 'one')])).toBe(settings)
  })
})

describe('more tools than a request carries', () => {
  /** Tools that say so many characters each. */
  function talkative(id: string, count: number, characters: number): ToolSource {
    const fake = fakeServer({ id, name: `Server ${id}` })
    fake.tools = Array.from({ length: count }, (_, at) => ({
      ...WEATHER,
      name: `${id}_${at}`,
      description: 'x'.repeat(characters),
    }))
    return fake.source
  }
  const readList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const sent = (sources: readonly ToolSource[]) => {
    const tools = { sources: sources.map(({ id }) => id) }
    return {
      request: readList(requestSettings({ settings: {}, tools }, sources)['tools']),
      leftOut: leftOutTools({}, tools, sources).map(({ name }) => name),
    }
  }

  it.each<[string, ToolSource[], number]>([
    ['of one server that says much', [talkative('a', 150, 55_000)], 4],
    ['of 12 servers', Array.from({ length: 12 }, (_, at) => talkative(`s${at}`, 20, 10_000)), 25],
    ['that are small', [talkative('a', 200, 10)], 128],
    ['of which each is too long', [talkative('a', 3, 70_000)], 0],
  ])('%s are left out, and counted', (_, sources, count) => {
    const { request, leftOut } = sent(sources)
    expect(request).toHaveLength(count)
    expect(JSON.stringify(request).length).toBeLessThan(TOOL_LIMITS.definitions + 20_000)
    const all = sources.flatMap((source) => source.tools()).length
    expect(leftOut).toHaveLength(all - count)
  })

  it('leave room for what is smaller', () => {
    const { leftOut } = sent([talkative('a', 5, 60_000), talkative('b', 1, 500)])
    expect(leftOut).toEqual(['a_4'])
  })

  it('cost nothing to look at again', () => {
    const source = talkative('a', 128, 1_900)
    const [one, other] = [sent([source]).request, sent([source]).request]
    expect(one.every((tool, at) => tool === other[at])).toBe(true)
    const started = process.cpuUsage()
    for (let count = 0; count < 100; count += 1) sent([source])
    const { user, system } = process.cpuUsage(started)
    // Writing and reading them each time takes seconds.
    expect((user + system) / 1_000).toBeLessThan(500)
  })
})
