import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { createOutboundClient } from '../../node/outbound/outbound-client.ts'
import { loadImage } from './image-edit.ts'

let server: Server
let port = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url?.startsWith('/picture') === true) response.end('the bytes')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
})

const load = (image: string) =>
  loadImage(
    { request: { image, prompt: 'x' }, file: undefined },
    createOutboundClient({
      resolve: () => Promise.resolve(['93.184.216.34']),
      allowsAddress: () => true,
      allowsPort: () => true,
      connectTo: () => ({ address: '127.0.0.1', port }),
    }),
    new AbortController().signal,
  )

it('fetches an address through the guarded client, and keeps the name of the file', async () => {
  const { bytes, name } = await load('HTTP://pictures.example/picture/my%20photo.png?size=2')
  expect(Buffer.from(bytes).toString()).toBe('the bytes')
  expect(name).toBe('my photo.png')
  await expect(load('http://pictures.example/none')).rejects.toMatchObject({
    status: 400,
    body: {
      issues: [
        { message: "image is a URL that couldn't be fetched. Its server returned status 404." },
      ],
    },
  })
})

it('decodes base64 with and without a prefix, padding and line breaks, and nothing else', async () => {
  for (const text of [
    'aGVsbG8h',
    'data:image/png;base64,aGVsbG8h',
    'aGVs\r\nbG8h\n',
    'DATA:image/x;base64,aGVsbG8h',
  ])
    expect(Buffer.from((await load(text)).bytes).toString()).toBe('hello!')
  expect(Buffer.from((await load('aGk=')).bytes).toString()).toBe('hi')
  for (const text of ['aGVs*bG8h', 'aGVsbG8h?', 'aGVsb', 'aGVs=bG8h', 'ü'])
    await expect(load(text)).rejects.toMatchObject({
      status: 400,
      body: { code: 'CORRUPTED_IMAGE' },
    })
})
