import fc from 'fast-check'

import { ASPECT_RATIOS, EDIT_MODEL_IDS, QUALITIES } from '../../../contract/image/edit-request.ts'
import { anyWebAddress, headerValue, jsonBody, mostly, rarely, text } from './arbitraries.ts'
import type { FuzzedRoute } from './fuzz-route.ts'

/** Pictures to start from: base64, of different formats. */
export type Pictures = readonly string[]

const settings = {
  prompt: mostly(fc.oneof(fc.constantFrom('grayscale', 'blur 3', 'text "x"', 'nude'), text)),
  model: mostly(
    fc.constantFrom('firered-image-edit', 'sandbox-quality-edit', 'sandbox-chat'),
    text,
  ),
  modelId: mostly(fc.constantFrom(...EDIT_MODEL_IDS)),
  aspect_ratio: mostly(fc.constantFrom(...ASPECT_RATIOS)),
  resolution: mostly(fc.constant('1K'), fc.oneof(text, fc.constantFrom('2K', '8K'))),
  quality: mostly(fc.constantFrom(...QUALITIES)),
  output_format: mostly(fc.constantFrom('jpeg', 'png', 'webp', 'jpg')),
  safe_mode: mostly(fc.boolean()),
}

/** Bytes of a picture with some of them changed or the end missing. */
function damaged(pictures: Pictures): fc.Arbitrary<Uint8Array> {
  return fc
    .record({
      picture: fc.constantFrom(...pictures),
      changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
      keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ picture, changes, keep }) => {
      const bytes = Buffer.from(picture, 'base64')
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      return new Uint8Array(bytes.subarray(0, Math.ceil(bytes.length * keep)))
    })
}

/** Most are damaged: a whole one costs a real edit. */
function image(pictures: Pictures): fc.Arbitrary<unknown> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: damaged(pictures).map((bytes) => Buffer.from(bytes).toString('base64')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...pictures) },
    { weight: 2, arbitrary: fc.base64String() },
    { weight: 1, arbitrary: anyWebAddress },
    {
      weight: 1,
      arbitrary: fc.constantFrom('http://127.0.0.1/x', 'data:image/png;base64,AAAA', ''),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
}

/** `POST /image/edit` with JSON. */
export function imageJson(pictures: Pictures): FuzzedRoute<string> {
  return {
    name: 'POST /image/edit (JSON)',
    ideas: jsonBody(
      fc.record({ image: image(pictures), ...settings }, { requiredKeys: ['image', 'prompt'] }),
    ),
    build: (body) => ({
      path: '/api/v1/image/edit',
      init: { method: 'POST', headers: { 'Content-Type': 'application/json' }, body },
    }),
  }
}

interface FormIdea {
  fields: [string, string | Uint8Array][]
  fileName: string
  fileType: string
  raw: { body: Uint8Array; boundary: string } | undefined
}

/** `POST /image/edit` as a form. */
export function imageForm(pictures: Pictures): FuzzedRoute<FormIdea> {
  const field = fc.oneof(
    ...Object.entries(settings).map(([name, value]) =>
      value.map((content): [string, string] => [name, String(content)]),
    ),
    fc.tuple(text, text),
  )
  const whole = fc
    .constantFrom(...pictures)
    .map((picture) => new Uint8Array(Buffer.from(picture, 'base64')))
  const file = mostly(
    fc.oneof({ weight: 3, arbitrary: damaged(pictures) }, whole),
    fc.uint8Array(),
  ).map((bytes): [string, Uint8Array] => [
    'image',
    bytes instanceof Uint8Array ? bytes : new Uint8Array(),
  ])
  return {
    name: 'POST /image/edit (form)',
    ideas: fc.record({
      fields: fc
        .tuple(file, fc.array(field, { maxLength: 6 }))
        .map(([first, rest]): FormIdea['fields'] => [['prompt', 'warm'], first, ...rest]),
      fileName: text,
      fileType: fc.constantFrom('image/png', '', 'text/plain', 'image/svg+xml'),
      raw: rarely(fc.record({ body: fc.uint8Array({ maxLength: 200 }), boundary: headerValue }), 8),
    }),
    build: ({ fields, fileName, fileType, raw }) => {
      const path = '/api/v1/image/edit'
      if (raw !== undefined) {
        const headers = { 'Content-Type': `multipart/form-data; boundary=${raw.boundary}` }
        return { path, init: { method: 'POST', headers, body: new Uint8Array(raw.body) } }
      }
      const body = new FormData()
      const seen = new Set<string>()
      for (const [name, value] of fields) {
        // Repetition is refused; now and then is enough.
        if (seen.has(name) && seen.size !== 4) continue
        seen.add(name)
        if (typeof value === 'string') body.append(name, value)
        else body.append(name, new File([new Uint8Array(value)], fileName, { type: fileType }))
      }
      return { path, init: { method: 'POST', body } }
    },
  }
}
