import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startStubServer, type StubServer } from '../../../testing/servers/stub-server.ts'
import { startStandInInternet, type StandInInternet } from '../../../testing/stand-in-internet.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'

const json = 'application/json'
const REFUSALS = new Map([
  ['one', { status: 422, type: json, body: '{"error":{"message":"Too long"}}' }],
  [
    'several',
    { status: 422, type: json, body: '{"detail":[{"msg":"Too long"},{"msg":"No seed"}]}' },
  ],
  ['large', { status: 413, type: json, body: '{"errors":["Too large",{"message":"Try less"}]}' }],
  ['busy', { status: 503, type: json, body: '{"error":"Busy"}' }],
])

let internet: StandInInternet
let upstream: StubServer
let service: TestService
let photo = Buffer.alloc(0)
let heic = Buffer.alloc(0)
beforeAll(async () => {
  const pixels = { width: 64, height: 64, channels: 3, background: 'teal' } as const
  photo = await sharp({ create: pixels }).png().toBuffer()
  // A photograph of a phone is of the same boxes with another brand.
  heic = await sharp({ create: pixels }).avif().toBuffer()
  heic.write('heic', 8, 'latin1')
  const compatible = heic.subarray(16, 64).indexOf('avif') + 16
  heic.write('heic', compatible, 'latin1')
  internet = await startStandInInternet((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { Location: '/photo' }).end()
    else response.writeHead(200, { 'Content-Type': 'image/png' }).end(photo)
  })
  upstream = await startStubServer(REFUSALS)
  service = await startTestService({
    flags: ['--like-provider', '--upstream', upstream.baseUrl],
    outboundPolicy: internet.policy,
  })
})
afterAll(async () => {
  await service.stop()
  await internet.stop()
  upstream.close()
})

const look = (url: string) =>
  service.call('/chat/completions', {
    model: 'sandbox-vision',
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
  })

describe('an image', () => {
  it('may be HEIF', async () => {
    const url = `data:image/heic;base64,${heic.toString('base64')}`
    expect((await look(url)).status).toBe(200)
  })

  it('is fetched where it is, and nowhere else', async () => {
    expect((await look('http://a.example/photo')).status).toBe(200)
    const refused = await look('http://a.example/moved')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('It redirects to another URL.')
  })
})

describe('what another server refuses', () => {
  it.each([
    ['one', 400, 'Too long'],
    ['several', 400, 'Too long; No seed'],
    ['large', 400, 'Too large; Try less'],
    ['busy', 503, 'Busy'],
  ])('%s is %i: %s', async (model, status, error) => {
    const response = await service.chat('Hi', { model })
    expect([response.status, await response.json()]).toEqual([
      status,
      status === 400 ? { error } : expect.objectContaining({ error }),
    ])
  })
})
