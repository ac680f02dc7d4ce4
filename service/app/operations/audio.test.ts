import fc from 'fast-check'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readWav, wavFile } from '../../../contract/media/wav.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

let service: TestService
let client: OpenAI
beforeAll(async () => {
  service = await startTestService({ flags: ['--tier', 'partner'] })
  client = new OpenAI({ baseURL: service.baseUrl, apiKey: service.apiKey, maxRetries: 0 })
})
afterAll(() => service.stop())

const speak = (body: Record<string, unknown>) => service.call('/audio/speech', body)
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
const lastCharge = async () => {
  const body = (await (await service.call('/billing/usage?limit=1')).json()) as {
    data: { sku: string; amount: number }[]
  }
  return body.data[0]
}

describe('a WAV file', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.int16Array({ maxLength: 500 }),
        fc.integer({ min: 1, max: 192_000 }),
        (samples, rate) => {
          const facts = readWav(wavFile(samples, rate))
          expect(facts).toMatchObject({
            encoding: 1,
            channels: 1,
            bitsPerSample: 16,
            sampleRate: rate,
          })
          expect(facts?.seconds).toBeCloseTo(samples.length / rate, 9)
        },
      ),
    )
  })

  it('may be any bytes without a fault', () => {
    const file = wavFile(Int16Array.from([1, 2, 3]), 8000)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(49), fc.nat(255))), fc.nat(50), (changes, keep) => {
        const bytes = file.slice()
        for (const [at, value] of changes) bytes[at] = value
        expect(() => readWav(bytes.subarray(0, keep))).not.toThrow()
      }),
    )
  })
})

describe('POST /audio/speech', () => {
  it('gives a WAV file that plays as long as the text has letters', async () => {
    const response = await speak({ input: 'ab cd.' })
    expect(response.headers.get('content-type')).toBe('audio/wav')
    expect(response.headers.get('content-disposition')).toContain('speech.wav')
    expect(response.headers.get('x-vendor-model-id')).toBe('sandbox-tts')
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('120')
    const facts = readWav(await bytesOf(response))
    expect(facts).toMatchObject({ sampleRate: 24_000, bitsPerSample: 16 })
    expect(facts?.seconds).toBeCloseTo(5 * 0.04 + 0.16, 3)
    expect(await lastCharge()).toMatchObject({ sku: 'sandbox-tts', amount: -0.000_021 })
  })

  it('is faster, or another voice, or bare samples, as asked', async () => {
    const [plain, fast, other, pcm] = [
      await bytesOf(await speak({ input: 'hello' })),
      await bytesOf(await speak({ input: 'hello', speed: 2 })),
      await bytesOf(await speak({ input: 'hello', voice: 'nova' })),
      await bytesOf(await speak({ input: 'hello', response_format: 'pcm' })),
    ]
    expect(fast?.length).toBe(((plain?.length ?? 0) - 44) / 2 + 44)
    expect(other).not.toEqual(plain)
    expect(pcm).toEqual(plain?.subarray(44))
  })

  it('names the formats that it has when another is asked for', async () => {
    const response = await speak({ input: 'hello', response_format: 'mp3' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('must be one of wav, pcm')
  })

  it.each([{}, { input: '' }, { input: 'a'.repeat(4097) }, { input: 'a', speed: 5 }])(
    'refuses %j',
    async (body) => {
      expect((await speak(body)).status).toBe(400)
    },
  )
})

describe('the OpenAI client, as it is', () => {
  it('speaks and transcribes, and is told what was measured', async () => {
    const spoken = await client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'Hello there',
      response_format: 'wav',
    })
    const file = new File([await spoken.arrayBuffer()], 'speech.wav')
    const { text } = await client.audio.transcriptions.create({ model: 'whisper-1', file })
    expect(text).toMatch(/doesn't recognize speech.* 16-bit PCM, 1 channel, 24000 Hz, 0\.44 s\./)
    expect(await lastCharge()).toMatchObject({ sku: 'sandbox-asr', amount: -0.0001 })
    const model = 'sandbox-asr'
    expect(
      await client.audio.transcriptions.create({ model, file, response_format: 'verbose_json' }),
    ).toMatchObject({ task: 'transcribe', duration: 0.44, segments: [{ start: 0, end: 0.44 }] })
    expect(await client.audio.transcriptions.create({ model, file, response_format: 'text' })).toBe(
      `${text}\n`,
    )
  })
})

describe('POST /audio/transcriptions', () => {
  const send = (body: FormData) =>
    fetch(`${service.baseUrl}/audio/transcriptions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}` },
      body,
    })

  it('refuses what is no WAV file, no file or no form', async () => {
    const form = new FormData()
    expect((await send(form)).status).toBe(400)
    form.set('file', 'text')
    expect((await send(form)).status).toBe(400)
    form.set('file', new File(['ID3 not a wav'], 'a.mp3'))
    const response = await send(form)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('only WAV')
    expect((await service.call('/audio/transcriptions', {})).status).toBe(415)
  })
})
