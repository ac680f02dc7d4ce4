import { expect, test } from 'vitest'

import type { Exchange } from '../../client/exchanges/exchange.ts'
import { codeLanguagesFor } from '../code/code-languages.ts'
import { requestCode } from '../code/request-code.ts'
import { sentFor } from '../exchange-text.ts'
import { toHar } from '../export/har-exchange.ts'
import { parseExchange } from '../export/parse-exchange.ts'
import { readExport } from '../export/read-export.ts'
import { redactedExchange } from '../export/redacted-exchange.ts'
import { listRequests, requestTitle } from '../request-list.ts'
import { serializeExchange } from '../serialize-exchange.ts'
import { whyNotResendable } from '../why-not-resendable.ts'

const ROOM = 'https://mcp.example.com/s/a-secret-path/mcp'
const SESSION = 'session-7c1f-0123456789'

function exchange(id: string, given: Partial<Exchange> = {}): Exchange {
  return {
    id,
    startedAt: Number(id),
    providerName: 'vendor',
    background: false,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4310/api/v1/chat/completions',
      path: '/chat/completions',
      headers: [],
      body: { model: 'sandbox-chat', messages: [{ role: 'user', content: `Question ${id}` }] },
      bytes: 10,
    },
    outcome: 'done',
    timing: { headers: 2, end: 40 },
    status: 200,
    headers: [['Mcp-Session-Id', SESSION]],
    events: [],
    eventCount: 0,
    receipt: {},
    ...given,
  }
}

const call = (id: string, exchangeId: string, tool = 'get_weather') =>
  exchange(id, {
    protocol: 'mcp',
    connection: { id: 's', name: 'Weather (work)' },
    cause: { exchangeId, toolCallId: 'call_1' },
    request: {
      method: 'POST',
      url: ROOM,
      path: '/mcp',
      headers: [
        ['Accept', 'application/json, text/event-stream'],
        ['Content-Type', 'application/json'],
        ['MCP-Protocol-Version', '2025-11-25'],
        ['Mcp-Name', tool],
        ['Mcp-Session-Id', SESSION],
        ['Authorization', '<redacted 30 chars>'],
      ],
      body: {
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { name: tool, arguments: { city: "O'Fallon" } },
      },
      bytes: 90,
    },
  })

const titles = ({ groups }: ReturnType<typeof listRequests>) =>
  groups.flatMap(({ entries }) =>
    entries.map(({ title, isUnderCause }) => (isUnderCause === true ? `> ${title}` : title)),
  )

test('behavior: messages to tool servers stand under the request they were sent for, in their order', () => {
  const all = [
    exchange('1'),
    call('2', '1'),
    call('3', '1', 'search'),
    exchange('4'),
    call('5', 'x'),
  ]
  expect(titles(listRequests(all, []))).toEqual([
    'tools/call get_weather',
    'Question 4',
    'Question 1',
    '> tools/call get_weather',
    '> tools/call search',
  ])
  expect(all[0] && sentFor(all[0], all).map(({ id }) => id)).toEqual(['2', '3'])
})

test('behavior: what is found without its cause stands by itself', () => {
  const all = [exchange('1'), call('2', '1')]
  expect(titles(listRequests(all, [], { query: 'weather' }))).toEqual(['tools/call get_weather'])
})

test('behavior: after a reload messages still stand under their request', () => {
  const saved = [call('2', '1'), exchange('1')].map((one) => serializeExchange(one).summary)
  expect(titles(listRequests([], saved))).toEqual(['Question 1', '> tools/call get_weather'])
  const kept = parseExchange(serializeExchange(call('2', '1')).exchange)
  expect(kept).toMatchObject({ protocol: 'mcp', cause: { exchangeId: '1', toolCallId: 'call_1' } })
})

test('security: causes in a circle, as a file may name them, lose no request', () => {
  const circle = [call('1', '2'), call('2', '1'), call('3', '3')]
  expect(titles(listRequests(circle, []))).toHaveLength(3)
})

test('behavior: the curl of a tool call has every header the protocol requires, and no secret', () => {
  const live = requestCode('curl', call('2', '1'), 'evm')
  expect(live).toBe(
    String.raw`curl https://mcp.example.com/s/a-secret-path/mcp \
  --header "Authorization: $WEATHER_WORK_AUTHORIZATION" \
  --header "Mcp-Session-Id: $WEATHER_WORK_MCP_SESSION_ID" \
  --header 'Accept: application/json, text/event-stream' \
  --header 'MCP-Protocol-Version: 2025-11-25' \
  --header 'Mcp-Name: get_weather' \
  --header 'Content-Type: application/json' \
  --data '{
  "jsonrpc": "2.0",
  "id": 3,
  "method": "tools/call",
  "params": { "name": "get_weather", "arguments": { "city": "O'\''Fallon" } }
}'
`,
  )
  expect(live).not.toContain(SESSION)
  const kept = parseExchange(serializeExchange(call('2', '1')).exchange)
  expect(kept && requestCode('curl', kept, 'evm')).toBe(live)
})

test('behavior: a server without a credential gets none in its curl', () => {
  const { request, ...rest } = call('2', '1')
  const open = { ...rest, request: { ...request, headers: [] } }
  expect(requestCode('curl', open, 'evm')).not.toContain('Authorization')
})

test("behavior: a tool call is written in no language of OpenAI's clients", () => {
  expect(codeLanguagesFor('mcp').map(({ value }) => value)).toEqual(['curl', 'fetch'])
})

test('behavior: a tool call is never sent again from the Inspector', () => {
  expect(whyNotResendable(call('2', '1'))).toContain('with your approval')
})

test('behavior: a HAR has both wires, and shows them again as they were', () => {
  const all = [exchange('1'), call('2', '1'), call('3', '1', 'search')].map((one) =>
    redactedExchange(one, { content: true }),
  )
  const [cause, ...caused] = all
  if (cause === undefined) throw new Error('no cause')
  const reading = readExport(toHar(cause, caused))
  expect(reading.ok && titles(listRequests(reading.exchanges, []))).toEqual([
    'Question 1',
    '> tools/call get_weather',
    '> tools/call search',
  ])
})

test('behavior: a HAR of a tool call alone names no cause that is not in it', () => {
  const reading = readExport(toHar(redactedExchange(call('2', '1'), { content: true })))
  expect(reading.ok && reading.exchanges[0]?.cause).toBeUndefined()
  expect(reading.ok && reading.exchanges[0]?.protocol).toBe('mcp')
})

test("security: a HAR holds no session, no credential, and not the rest of a tool server's URL", () => {
  for (const content of [true, false]) {
    const file = toHar(redactedExchange(call('2', '1'), { content }))
    expect(file).toContain('https://mcp.example.com/')
    expect(file).toContain('tools/call')
    for (const secret of [SESSION, 'a-secret-path']) expect(file).not.toContain(secret)
  }
})

test('behavior: names that a server chose are cut in titles', () => {
  expect(requestTitle(call('2', '1', 'x'.repeat(5000))).length).toBeLessThan(100)
})
