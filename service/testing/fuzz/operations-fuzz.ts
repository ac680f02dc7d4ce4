import fc from 'fast-check'

import { wavFile } from '../../../contract/media/wav.ts'
import { STYLES } from '../../app/images/render-image.ts'
import { jsonBody, jsonType, junk, mostly, number, rarely, text } from './arbitraries.ts'
import type { FuzzedRoute } from './fuzz-route.ts'

interface PostIdea {
  body: string
  type: string
}

/** A POST of JSON whose members are made up. */
function posting(path: string, body: fc.Arbitrary<unknown>): FuzzedRoute<PostIdea> {
  return {
    name: `POST ${path}`,
    ideas: fc.record({ body: jsonBody(body), type: jsonType }),
    build: (idea) => ({
      path: `/api/v1${path}`,
      init: { method: 'POST', headers: { 'Content-Type': idea.type }, body: idea.body },
    }),
  }
}

const side = mostly(fc.integer({ min: 64, max: 160 }), number)
const prompt = mostly(fc.oneof(fc.constantFrom('three red balls', 'nude', 'sea'), fc.lorem(), text))
const model = (id: string) => mostly(fc.constantFrom(id, 'default', 'sandbox-chat'), text)
const tokens = fc.array(fc.nat(), { maxLength: 20 })

const rpcRequest = (methods: readonly string[]) =>
  fc.record(
    {
      jsonrpc: mostly(fc.constant('2.0')),
      id: mostly(fc.oneof(fc.nat(), text)),
      method: mostly(fc.constantFrom(...methods), text),
      params: mostly(fc.array(junk, { maxLength: 3 })),
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  )

const EVM = ['eth_chainId', 'eth_call', 'eth_getLogs', 'eth_sendRawTransaction', 'evm_mine']
const SOLANA = ['getHealth', 'getBalance', 'sendTransaction', 'getTransaction', 'requestAirdrop']

/** The operations besides chat, editing and wallets. */
export const POSTING: readonly FuzzedRoute<PostIdea>[] = [
  posting(
    '/video/queue',
    fc.record({
      model: model('sandbox-video'),
      prompt,
      duration: mostly(fc.constantFrom('5s', '10s'), text),
    }),
  ),
  posting('/audio/queue', fc.record({ prompt, duration_seconds: mostly(fc.nat(70), number) })),
  posting('/video/retrieve', fc.record({ queue_id: mostly(fc.uuid(), junk) })),
  posting(
    '/embeddings',
    fc.record(
      {
        model: model('sandbox-embedding'),
        input: mostly(
          fc.oneof(
            text,
            fc.array(text, { maxLength: 5 }),
            tokens,
            fc.array(tokens, { maxLength: 3 }),
          ),
        ),
        encoding_format: mostly(fc.constantFrom('float', 'base64')),
        dimensions: mostly(fc.integer({ min: 1, max: 1024 }), number),
      },
      { requiredKeys: ['model', 'input'] },
    ),
  ),
  posting(
    '/image/generate',
    fc.record(
      {
        prompt,
        model: model('sandbox-image'),
        negative_prompt: prompt,
        style_preset: mostly(fc.constantFrom(...Object.keys(STYLES)), text),
        width: side,
        height: side,
        seed: mostly(fc.integer(), number),
        variants: mostly(fc.integer({ min: 1, max: 2 }), number),
        format: mostly(fc.constantFrom('jpeg', 'png', 'webp')),
        return_binary: mostly(fc.boolean()),
        safe_mode: mostly(fc.boolean()),
      },
      { requiredKeys: ['prompt', 'width', 'height'] },
    ),
  ),
  posting(
    '/images/generations',
    fc.record(
      {
        prompt,
        size: mostly(fc.constant('256x256'), text),
        n: mostly(fc.constant(1), number),
        response_format: mostly(fc.constantFrom('url', 'b64_json')),
        output_format: mostly(fc.constantFrom('jpeg', 'webp')),
        stream: mostly(fc.constant(false)),
      },
      { requiredKeys: ['prompt', 'size'] },
    ),
  ),
  posting(
    '/audio/speech',
    fc.record(
      {
        input: mostly(fc.oneof(text, fc.lorem())),
        model: model('sandbox-tts'),
        voice: mostly(text),
        response_format: mostly(fc.constantFrom('wav', 'pcm', 'mp3')),
        speed: mostly(fc.double({ min: 0.25, max: 4, noNaN: true }), number),
      },
      { requiredKeys: ['input'] },
    ),
  ),
  ...[
    ['base-sepolia', EVM] as const,
    ['solana-devnet', SOLANA] as const,
    ['__proto__', EVM] as const,
  ].map(([network, methods]) =>
    posting(
      `/crypto/rpc/${network}`,
      fc.oneof(rpcRequest(methods), fc.array(rpcRequest(methods), { maxLength: 4 })),
    ),
  ),
]

interface RecordingIdea {
  changes: [number, number][]
  keep: number
  fields: [string, string][]
  raw: Uint8Array | undefined
}

/** `POST /audio/transcriptions` with damaged recordings. */
export const transcriptions: FuzzedRoute<RecordingIdea> = {
  name: 'POST /audio/transcriptions',
  ideas: fc.record({
    changes: fc.array(fc.tuple(fc.nat(64), fc.nat(255)), { maxLength: 4 }),
    keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    fields: fc.array(
      fc.tuple(fc.oneof(fc.constantFrom('model', 'response_format', 'file'), text), text),
      { maxLength: 3 },
    ),
    raw: rarely(fc.uint8Array({ maxLength: 200 }), 8),
  }),
  build: ({ changes, keep, fields, raw }) => {
    const path = '/api/v1/audio/transcriptions'
    if (raw !== undefined) {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
      return { path, init: { method: 'POST', headers, body: new Uint8Array(raw) } }
    }
    const bytes = wavFile(
      Int16Array.from({ length: 100 }, (_, index) => index * 50),
      8000,
    )
    for (const [at, value] of changes) bytes[at] = value
    const body = new FormData()
    body.append('file', new File([bytes.slice(0, Math.ceil(bytes.length * keep))], 'a.wav'))
    for (const [name, value] of fields) body.append(name, value)
    return { path, init: { method: 'POST', body } }
  },
}
