import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { z } from '../../../contract/zod.ts'
import { makeAppFolder } from '../../testing/app-folder.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { startTestService, type TestService } from '../../testing/start-service.ts'

/** What of a web app manifest browsers ask for before they install. */
const manifestSchema = z.object({
  name: z.string(),
  short_name: z.string().check(z.maxLength(12)),
  start_url: z.string(),
  scope: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string().check(z.regex(/^#[\da-f]{6}$/)),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.string(),
      purpose: z.enum(['any', 'maskable']),
    }),
  ),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})

const appFolder = makeAppFolder()
cpSync(join(import.meta.dirname, '../../../public'), appFolder, { recursive: true })
let service: TestService
beforeAll(async () => {
  service = await startTestService({ appFolder, flags: ['--memory'] })
})
afterAll(async () => {
  await service.stop()
  rmSync(appFolder, { recursive: true })
})

async function readManifest() {
  const answer = await rawRequest(`${service.origin}/manifest.webmanifest`)
  expect(answer.headers['content-type']).toBe('application/manifest+json')
  return manifestSchema.parse(JSON.parse(answer.body.toString()))
}

describe('the installed app', () => {
  it('has a manifest that the policy of the page lets the browser load', async () => {
    const { start_url: start, shortcuts } = await readManifest()
    const page = await rawRequest(`${service.origin}${start}`)
    expect(page.headers['content-security-policy']).toContain("manifest-src 'self'")
    expect(shortcuts.map(({ name }) => name)).toEqual(['New chat', 'Image', 'Wallet', 'Explore'])
    for (const { url } of shortcuts)
      expect((await rawRequest(`${service.origin}${url}`)).status).toBe(200)
  })

  it('has icons of the type and the size that the manifest says', async () => {
    const { icons } = await readManifest()
    for (const { src, type, sizes } of icons) {
      const answer = await rawRequest(`${service.origin}${src}`)
      expect([src, answer.status, answer.headers['content-type']]).toEqual([src, 200, type])
      if (type === 'image/png') expect([src, pngSize(answer.body)]).toEqual([src, sizes])
    }
    const maskable = icons.filter(({ purpose }) => purpose === 'maskable')
    expect(maskable.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
    expect(icons.some(({ type }) => type === 'image/svg+xml')).toBe(true)
  })

  it('has an icon for the home screen of iOS', async () => {
    const answer = await rawRequest(`${service.origin}/apple-touch-icon.png`)
    expect(answer.headers['content-type']).toBe('image/png')
    expect(pngSize(answer.body)).toBe('180x180')
  })
})

/** Width and height from the header of a PNG. */
function pngSize(bytes: Buffer): string {
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}
