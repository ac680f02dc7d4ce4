// @ts-check
/**
 * The floor of the service bench: a Hono application that reads a request and writes the bytes it
 * was started with, and does nothing else. Takes a JSON file: `{ whole: string, events: string[] }`.
 */
import { readFileSync } from 'node:fs'

import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** @type {{ whole: string, events: string[] }} */
const { whole, events } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const encoder = new TextEncoder()
const app = new Hono()

app.post('/api/v1/chat/completions', async (context) => {
  const { stream, messages } = await context.req.json()
  if (stream !== true) return context.body(whole, 200, { 'Content-Type': 'application/json' })
  const isIdle = messages[0].content.startsWith('/stall')
  let next = 0
  const body = new ReadableStream(
    {
      pull: async (controller) => {
        if (isIdle && next > 0) await new Promise(() => undefined)
        const event = events[next]
        if (event === undefined) controller.close()
        else controller.enqueue(encoder.encode(event))
        next += 1
      },
    },
    { highWaterMark: 0 },
  )
  return context.body(body, 200, { 'Content-Type': 'text/event-stream' })
})

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  console.log(JSON.stringify({ baseUrl: `http://127.0.0.1:${port}/api/v1`, apiKey: '' }))
})
