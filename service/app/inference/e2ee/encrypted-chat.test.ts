import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Message } from '../../../../contract/chat/messages.ts'
import {
  attestationSchema,
  checkAttestation,
  type AttestedKey,
} from '../../../../contract/e2ee/attestation.ts'
import { isEnvelope } from '../../../../contract/e2ee/envelope-shape.ts'
import { openWith, sealMessages } from '../../../../contract/e2ee/envelope.ts'
import { newKeyPair } from '../../../../contract/e2ee/secp256k1.ts'
import { validate } from '../../../../contract/validation.ts'
import { chunksOf, dataLines, textOf } from '../../../testing/read-stream.ts'
import { serviceWithoutPort } from '../../../testing/service-without-port.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'

const SECRET = 'The harbour code is 4711-zebra.'
const NONCE = '5e'.repeat(32)
const MESSAGES: Message[] = [
  { role: 'system', content: 'Keep the zebra secret.' },
  { role: 'user', content: `/rate 5000 ${SECRET}` },
]

let service: TestService
let attested: AttestedKey
beforeAll(async () => {
  service = await startTestService()
  attested = await attestedKey()
})
afterAll(() => service.stop())

async function attestedKey(model = 'sandbox-private'): Promise<AttestedKey> {
  const response = await fetch(`${service.baseUrl}/tee/attestation?model=${model}&nonce=${NONCE}`)
  const validated = validate(attestationSchema, await response.json())
  if (!validated.ok) throw new Error(JSON.stringify(validated.issues))
  const checked = checkAttestation(validated.value, { model, nonce: NONCE })
  if ('fault' in checked) throw new Error(checked.fault)
  return checked
}

const client = newKeyPair()

function headersFor(more: Record<string, string> = {}) {
  return {
    'X-Vendor-TEE-Client-Pub-Key': client.publicKey,
    'X-Vendor-TEE-Model-Pub-Key': attested.publicKey,
    'X-Vendor-TEE-Signing-Algo': 'ecdsa',
    ...more,
  }
}

async function body(more: Record<string, unknown> = {}, messages: Message[] = MESSAGES) {
  return {
    model: 'sandbox-private',
    messages: await sealMessages(messages, attested.publicKey),
    stream: true,
    vendor_parameters: { enable_e2ee: true },
    ...more,
  }
}

async function send(more?: Record<string, unknown>, headers?: Record<string, string>) {
  return service.call('/chat/completions', await body(more), headersFor(headers))
}

describe('a chat encrypted end to end', () => {
  it('is answered in pieces that only the client can open', async () => {
    const response = await send()
    expect(response.status).toBe(200)
    expect(response.headers.get('x-vendor-tee')).toBe('true')
    expect(response.headers.get('x-vendor-tee-provider')).toContain('simulated')
    const chunks = await chunksOf(response)
    const pieces = chunks
      .flatMap(({ choices }) => choices ?? [])
      .flatMap(({ delta }) => delta?.content || [])
    expect(pieces.length).toBeGreaterThan(5)
    expect(pieces.every(isEnvelope)).toBe(true)
    const open = openWith(client.secret)
    const text = (await Promise.all(pieces.map(open))).join('')
    expect(text).toContain(SECRET)
    expect(chunks.at(-1)?.vendor_parameters?.['enable_e2ee']).toBe(true)
    expect(chunks.at(-1)?.usage?.prompt_tokens).toBeGreaterThan(5)
  })

  it('leaves nothing readable in what went over the wire, or in the log', async () => {
    const sent = JSON.stringify(await body())
    const came = (await dataLines(await send())).join('\n')
    for (const text of [sent, came, service.log.join('\n')]) expect(text).not.toContain('zebr')
  })

  it('opens envelopes of text in parts too', async () => {
    const parts: Message[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: '/echo' },
          { type: 'text', text: 'two' },
        ],
      },
    ]
    const response = await service.call('/chat/completions', await body({}, parts), headersFor())
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('[DONE]')
  })

  it('is said to be stale when it was sealed for another key', async () => {
    const other = newKeyPair().publicKey
    const response = await send(
      { messages: await sealMessages(MESSAGES, other) },
      { 'X-Vendor-TEE-Model-Pub-Key': other },
    )
    expect(response.status).toBe(200)
    const [event, end] = await dataLines(response)
    expect(JSON.parse(event ?? '')).toMatchObject({ error: { code: 'e2ee_attestation_stale' } })
    expect(end).toBe('[DONE]')
  })

  it.each<[string, Record<string, unknown>, Record<string, string>, string]>([
    ['a client key that is none', {}, { 'X-Vendor-TEE-Client-Pub-Key': '04ab' }, 'client-pub-key'],
    ['a model key that is none', {}, { 'X-Vendor-TEE-Model-Pub-Key': '' }, 'model-pub-key'],
    ['another algorithm', {}, { 'X-Vendor-TEE-Signing-Algo': 'rsa' }, 'signing-algo'],
    ['an answer that is not streamed', { stream: false }, {}, 'stream'],
    ['a message that is not sealed', { messages: MESSAGES }, {}, 'messages.0.content'],
    ['web search', { vendor_parameters: { enable_web_scraping: true } }, {}, 'enable_web_scraping'],
    [
      'a character in the name',
      { model: 'sandbox-private:character_slug=ada' },
      {},
      'character_slug',
    ],
    ['a model outside an enclave', { model: 'sandbox-chat' }, {}, 'model'],
  ])('is refused with %s', async (_, more, headers, param) => {
    const response = await send(more, headers)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: {
        message: expect.any(String),
        type: 'invalid_request_error',
        param: expect.stringContaining(param),
        code: 'invalid_e2ee_request',
      },
    })
  })

  it('is refused when an envelope was changed on the way', async () => {
    const whole = await body()
    const [system, user] = whole.messages
    const content = typeof user?.content === 'string' ? user.content : ''
    const changed = content.slice(0, -1) + (content.endsWith('0') ? '1' : '0')
    const response = await service.call(
      '/chat/completions',
      { ...whole, messages: [system, { ...user, content: changed }] },
      headersFor(),
    )
    expect(response.status).toBe(400)
  })
})

describe('a model in an enclave', () => {
  it('answers plain requests plainly, and says that nothing was encrypted', async () => {
    const response = await service.chat('Hello', { model: 'sandbox-private' })
    expect(await response.json()).toMatchObject({ vendor_parameters: { enable_e2ee: false } })
    expect(response.headers.get('x-vendor-tee')).toBe('true')
  })

  it('takes enable_e2ee false as the wish not to encrypt, whatever the headers say', async () => {
    const response = await service.call(
      '/chat/completions',
      {
        model: 'sandbox-private',
        messages: MESSAGES,
        stream: true,
        vendor_parameters: { enable_e2ee: false },
      },
      headersFor(),
    )
    expect(textOf(await chunksOf(response))).toContain('zebra')
  })
})

describe('an attestation', () => {
  it.each([
    ['a nonce that is too short', 'sandbox-private', 'abcd', 400],
    ['a model that is not there', 'nothing', NONCE, 404],
    ['a model outside an enclave', 'sandbox-chat', NONCE, 404],
  ])('is refused for %s', async (_, model, nonce, status) => {
    const response = await fetch(`${service.baseUrl}/tee/attestation?model=${model}&nonce=${nonce}`)
    expect(response.status).toBe(status)
  })

  it('is given ten times a minute to one address', async () => {
    const fresh = await startTestService()
    const url = `${fresh.baseUrl}/tee/attestation?model=sandbox-private&nonce=${NONCE}`
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) statuses.push((await fetch(url)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    await fresh.stop()
  })
})

describe('like the real service', () => {
  it('an attestation fails now and then, and has its quote in hex', async () => {
    const real = serviceWithoutPort({ likeProvider: true })
    const path = `/api/v1/tee/attestation?model=sandbox-private&nonce=${NONCE}`
    expect((await real.request(path)).status).toBe(502)
    const given = await (await real.request(path)).json()
    expect(given).toMatchObject({ intel_quote: expect.stringMatching(/^0400[0-9a-f]+$/) })
    expect(checkAttestation(given, { model: 'sandbox-private', nonce: NONCE })).toMatchObject({
      publicKey: given.signing_key,
    })
    await real.close()
  })
})
