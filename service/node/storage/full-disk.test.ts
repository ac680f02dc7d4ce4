import { afterAll, beforeAll, expect, it } from 'vitest'

import { serviceWithoutPort, type ServiceWithoutPort } from '../../testing/service-without-port.ts'
import { numberMember } from './sql-database.ts'

let service: ServiceWithoutPort
beforeAll(() => {
  service = serviceWithoutPort()
})
afterAll(() => service.close())

const chat = () =>
  service.post('/chat/completions', {
    model: 'sandbox-fast',
    messages: [{ role: 'user', content: '/tokens 1' }],
  })
const health = async () => (await service.request('/health')).status

it('while the disk is full, requests and /health are 503, and both recover by themselves', async () => {
  expect([(await chat()).status, await health()]).toEqual([200, 200])
  for (const round of [1, 2]) {
    await service.database.read('VACUUM')
    const [pages] = await service.database.read('PRAGMA page_count')
    await service.database.read(`PRAGMA max_page_count = ${numberMember(pages, 'page_count')}`)
    // The last pages have room for a few more entries.
    let refused = await chat()
    for (let tries = 0; refused.status === 200 && tries < 1000; tries += 1) refused = await chat()
    expect([round, refused.status]).toEqual([round, 503])
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({ code: 'MODEL_OFFLINE' })
    expect(await health()).toBe(503)

    await service.database.read('PRAGMA max_page_count = 1000000')
    expect(await Promise.all([health(), health(), health()])).toEqual([200, 200, 200])
    expect((await chat()).status).toBe(200)
  }
  expect(service.unexpected.filter((line) => !JSON.stringify(line).includes('full'))).toEqual([])
})

it('behavior: a disk that fills while a response streams is told in an event, and in one line of the log', async () => {
  const before = service.unexpected.length
  const response = await service.post('/chat/completions', {
    model: 'sandbox-fast',
    stream: true,
    messages: [{ role: 'user', content: '/tokens 400 /rate 4000' }],
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  await service.database.read('VACUUM')
  const [pages] = await service.database.read('PRAGMA page_count')
  await service.database.read(`PRAGMA max_page_count = ${numberMember(pages, 'page_count')}`)
  // The last pages have room for a few more entries.
  for (let status = 200; status === 200;) ({ status } = await chat())
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read())
    text += read.value
  await service.database.read('PRAGMA max_page_count = 1000000')
  expect(text).toMatch(/"code":"inference_failed".*\n\ndata: \[DONE\]\n\n$/)
  const lines = service.unexpected.slice(before).map((line) => JSON.stringify(line))
  expect(lines.filter((line) => line.includes('not charged'))).toHaveLength(1)
  expect(lines.join()).not.toContain(' at ')
})
