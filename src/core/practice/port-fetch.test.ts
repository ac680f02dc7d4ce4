import { afterEach, expect, test } from 'vitest'

import type { PortRequest } from '../../../contract/practice/practice-api.ts'
import { servePort } from '../../../service/page/page-service.ts'
import { createPortFetch, type PortTarget } from './port-fetch.ts'

type Answer = (request: Request) => Response | Promise<Response>

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A `fetch` over a message channel, as the page has it to its worker, to a service that answers so. */
function fetchTo(answer: Parameters<typeof servePort>[0]['fetch']) {
  const goneListeners: ((reason: string) => void)[] = []
  const fetch = createPortFetch((onGone): PortTarget => {
    goneListeners.push(onGone)
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    port2.onmessage = ({ data, ports: [port] }: MessageEvent<PortRequest>) => {
      if (port !== undefined) void servePort({ fetch: answer }, data, port)
    }
    return port1
  })
  return { fetch, goneListeners }
}

const over = (answer: Answer) => fetchTo(async (request) => answer(request)).fetch

const URL_OF_TEST = 'https://practice.invalid/api/v1/x'

test('the request arrives as it was sent, and so does the response', async () => {
  let seen: unknown
  const fetch = over(async (request) => {
    const { method, url, headers } = request
    seen = { method, url, key: headers.get('authorization'), text: await request.text() }
    return new Response('made', { status: 201, headers: { 'X-Kind': 'test' } })
  })
  const response = await fetch(URL_OF_TEST, {
    method: 'POST',
    headers: { Authorization: 'Bearer k' },
    body: '{"ä":1}',
  })
  expect(seen).toEqual({ method: 'POST', url: URL_OF_TEST, key: 'Bearer k', text: '{"ä":1}' })
  expect([response.status, response.headers.get('x-kind'), await response.text()]).toEqual([
    201,
    'test',
    'made',
  ])
})

test('a form arrives with its files', async () => {
  const fetch = over(async (request) => {
    const file = (await request.formData()).get('image')
    return new Response(file instanceof File ? `${file.name} ${file.size}` : 'none')
  })
  const body = new FormData()
  body.append('image', new File(['12345'], 'a.png'))
  expect(await (await fetch(URL_OF_TEST, { method: 'POST', body })).text()).toBe('a.png 5')
})

test('a response without a body ends with its head', async () => {
  const response = await over(() => new Response(null, { status: 204 }))(URL_OF_TEST)
  expect([response.status, response.body]).toEqual([204, null])
})

test('chunks arrive one by one, and none is made before it is wanted', async () => {
  let made = 0
  const fetch = over(
    () =>
      new Response(
        new ReadableStream(
          {
            pull: (controller) => {
              made += 1
              controller.enqueue(new Uint8Array([made]))
              if (made === 3) controller.close()
            },
          },
          { highWaterMark: 0 },
        ),
      ),
  )
  const reader = (await fetch(URL_OF_TEST)).body?.getReader()
  expect(made).toBe(0)
  expect((await reader?.read())?.value).toEqual(new Uint8Array([1]))
  expect(made).toBe(1)
  // Two at once come in their order.
  const two = await Promise.all([reader?.read(), reader?.read()])
  expect(two.map((read) => read?.value?.[0])).toEqual([2, 3])
  expect((await reader?.read())?.done).toBe(true)
})

test('an abort before the response ends both ends', async () => {
  let arrived: Request | undefined
  const fetch = over((request) => {
    arrived = request
    return new Promise<Response>(() => undefined)
  })
  const abort = new AbortController()
  const response = fetch(URL_OF_TEST, { signal: abort.signal })
  response.catch(() => undefined)
  await expect.poll(() => arrived).toBeDefined()
  abort.abort(new DOMException('Stopped.', 'AbortError'))
  await expect(response).rejects.toThrow('Stopped.')
  await expect.poll(() => arrived?.signal.aborted).toBe(true)
})

test('an abort in mid-stream fails the reader and cancels what is made', async () => {
  let isCancelled = false
  const cancel = () => void (isCancelled = true)
  const fetch = over(() => new Response(new ReadableStream({ cancel }, { highWaterMark: 0 })))
  const abort = new AbortController()
  const response = await fetch(URL_OF_TEST, { signal: abort.signal })
  const read = response.body?.getReader().read()
  abort.abort(new Error('enough'))
  await expect(read).rejects.toThrow('enough')
  await expect.poll(() => isCancelled).toBe(true)
})

test('a reader that cancels ends what is made', async () => {
  let isCancelled = false
  const cancel = () => void (isCancelled = true)
  const fetch = over(() => new Response(new ReadableStream({ cancel }, { highWaterMark: 0 })))
  await (await fetch(URL_OF_TEST)).body?.cancel()
  await expect.poll(() => isCancelled).toBe(true)
})

test('a request that is aborted already is not sent', async () => {
  let count = 0
  const fetch = over(() => {
    count += 1
    return new Response('')
  })
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(fetch(URL_OF_TEST, { signal })).rejects.toThrow('too late')
  expect(count).toBe(0)
})

test('a service that throws is a network error', async () => {
  const fetch = over(() => Promise.reject(new Error('out of memory')))
  await expect(fetch(URL_OF_TEST)).rejects.toThrow(new TypeError('out of memory'))
})

test('a body that breaks is cut off after what arrived', async () => {
  let count = 0
  const fetch = over(
    () =>
      new Response(
        new ReadableStream(
          {
            pull: (controller) => {
              count += 1
              if (count === 1) controller.enqueue(new Uint8Array([7]))
              else controller.error(new Error('broke'))
            },
          },
          { highWaterMark: 0 },
        ),
      ),
  )
  const reader = (await fetch(URL_OF_TEST)).body?.getReader()
  expect((await reader?.read())?.value).toEqual(new Uint8Array([7]))
  await expect(reader?.read()).rejects.toThrow('broke')
})

test('a connection that is dropped leaves no response, or half of one', async () => {
  const { fetch } = fetchTo(async (request, connection) => {
    if (request.url.endsWith('/before')) await connection?.drop('not begun')
    const pull = async (controller: ReadableStreamDefaultController) => {
      await connection?.drop('begun')
      controller.close()
    }
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
  })
  await expect(fetch('https://practice.invalid/before')).rejects.toBeInstanceOf(TypeError)
  await expect((await fetch(URL_OF_TEST)).text()).rejects.toThrow('dropped')
})

test('a worker that is gone fails what waits for it, and the next request starts another', async () => {
  const { fetch, goneListeners } = fetchTo(async (request) =>
    request.url.endsWith('/wait') ? new Promise<Response>(() => undefined) : new Response('here'),
  )
  const waiting = fetch('https://practice.invalid/wait')
  await expect.poll(() => goneListeners.length).toBe(1)
  goneListeners[0]?.('It crashed.')
  await expect(waiting).rejects.toThrow('It crashed.')
  expect(await (await fetch(URL_OF_TEST)).text()).toBe('here')
  expect(goneListeners).toHaveLength(2)
})
