import { afterAll, beforeAll, expect, it } from 'vitest'

import { servicePage } from './page-fetch.ts'

let page: Awaited<ReturnType<typeof servicePage>>
beforeAll(async () => {
  page = await servicePage(() => undefined, {})
})
afterAll(() => page.close(0))

it('behavior: the practice tools are in the page too, with their progress as a stream', async () => {
  const params = { name: 'slow', arguments: { seconds: 0.1 }, _meta: { progressToken: 1 } }
  const response = await page.request('/local/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  const text = await response.text()
  expect(text).toContain('"progress":0')
  expect(text).toContain('Waited 0.1 seconds.')
})
