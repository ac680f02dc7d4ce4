import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'

import { ASPECT_RATIOS } from '../../../contract/image/edit-request.ts'
import { closestRatio } from '../../../contract/image/image-limits.ts'
import { HttpError } from '../../app/http/http-error.ts'
import { planEdit, sizeOf, swapped } from '../../app/images/edit-plan.ts'
import { inspectImage } from '../../app/images/image-edit.ts'
import { createCatalogue } from '../../app/models/catalogue.ts'
import { createSandboxEngine } from '../../app/sandbox/sandbox-engine.ts'
import { inEveryFormat, plain } from '../../testing/sample-images.ts'
import { sharpCodec } from '../node-adapters.ts'

const catalogue = createCatalogue(createSandboxEngine())

async function render(
  bytes: Uint8Array,
  prompt: string,
  more: object = {},
  endsAt = Date.now() + 600_000,
) {
  const plan = await planEdit({ prompt, output_format: 'jpeg', ...more }, catalogue)
  const limits = { signal: new AbortController().signal, endsAt }
  return sharpCodec.edit(bytes, await inspectImage(bytes, sharpCodec), plan, false, limits)
}

it('gives the size of the tier and shape for a picture of any sides', async () => {
  const sides = fc.oneof(
    fc.record({
      width: fc.integer({ min: 256, max: 900 }),
      height: fc.integer({ min: 256, max: 900 }),
    }),
    fc.integer({ min: 3, max: 12 }).map((width) => ({ width, height: 30_000 })),
    fc.integer({ min: 3, max: 12 }).map((height) => ({ width: 30_000, height })),
  )
  const words = fc.constantFrom(
    'crop 100',
    'pad',
    'rotate 90',
    'rotate 45',
    'crop 10',
    'pad, rotate 270, crop 30',
  )
  await fc.assert(
    fc.asyncProperty(
      sides,
      fc.constantFrom(...ASPECT_RATIOS),
      words,
      async (size, aspect_ratio, prompt) => {
        const { width, height } = await render(plain(size.width, size.height), prompt, {
          aspect_ratio,
        })
        const seen = /rotate (?:90|270)/.test(prompt) ? swapped(size) : size
        const ratio = aspect_ratio === 'auto' ? closestRatio(seen, ASPECT_RATIOS) : aspect_ratio
        expect({ width, height }).toEqual(sizeOf(ratio ?? '', 1024))
      },
    ),
    { numRuns: 25 },
  )
})

let files: Buffer[] = []
beforeAll(async () => {
  const noise = sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
  files = await inEveryFormat(noise)
})

it('answers any damage with a picture or a refusal that blames the image', async () => {
  const damage = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })),
    { minLength: 1, maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 5 }), damage, async (index, changes) => {
      const bytes = Buffer.from(files[index] ?? '')
      for (const [place, value] of changes)
        bytes[Math.floor(place * place * (bytes.length - 1))] = value
      try {
        expect((await render(bytes, 'warm')).bytes.length).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toBeInstanceOf(HttpError)
        expect([400, 422]).toContain(error instanceof HttpError ? error.status : undefined)
      }
    }),
    { numRuns: 60 },
  )
})

it('ends at its deadline', async () => {
  const bytes = plain(3000, 3000)
  await expect(
    render(bytes, 'blur 40', { resolution: '4K' }, Date.now() - 1),
  ).rejects.toMatchObject({ status: 504 })
})
