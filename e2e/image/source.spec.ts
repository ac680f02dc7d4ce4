import sharp from 'sharp'

import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/image-fixtures.ts'
import { photo, plain, type ChosenFile, type ImageScreen } from '../support/image-screen.ts'

const test = base.extend({
  image: async ({ image }, use) => {
    await image.prompt.fill('crop 100%')
    await use(image)
  },
})

/** What the service says of a file that it is sent as it is. */
async function refusalOf(
  { ready }: { ready: { baseUrl: string; apiKey: string } },
  { buffer }: ChosenFile,
): Promise<string> {
  const response = await fetch(`${ready.baseUrl}/image/edit`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ready.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ image: buffer.toString('base64'), prompt: 'crop 100%' }),
  })
  const body = (await response.json()) as { issues?: { message: string }[] }
  return body.issues?.[0]?.message ?? String(response.status)
}

/** The picture that a press sent, as JSON. */
async function sentPicture(image: ImageScreen): Promise<Buffer> {
  const body = await image.sendAndRead()
  await expect(image.edited).toBeVisible()
  return Buffer.from(String(body['image']), 'base64')
}

/** A PNG made longer by a text in it, to exactly so many bytes. */
function padded({ buffer, ...file }: ChosenFile, bytes: number): ChosenFile {
  const length = bytes - buffer.byteLength - 12
  const chunk = Buffer.alloc(length + 12, 0x20)
  chunk.writeUInt32BE(length, 0)
  chunk.write('prVt', 4, 'latin1')
  // Before the last chunk; browsers and the service skip what they do not know.
  const end = buffer.byteLength - 12
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.byteLength - 4)
  return { ...file, buffer: Buffer.concat([buffer.subarray(0, end), chunk, buffer.subarray(end)]) }
}

const table = Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc >>> 0
})

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

test('the fewest and the most pixels and bytes are validated as the service does, and changed by a press', async ({
  image,
  page,
  service,
}) => {
  test.slow()
  await image.choose(await plain(256, 256))
  await expect(image.figures).toContainText('256 × 256 = 65,536 px')
  await expect(image.edit).toBeEnabled()

  const small = await plain(255, 257, 0.5)
  await image.choose(small)
  const message = await refusalOf(service, small)
  expect(message).toContain('255 × 257 = 65,535 pixels, but must have at least 65,536')
  await expect(image.source.getByText(message)).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await page.getByRole('button', { name: 'Pad to minimum size' }).click()
  await expect(image.figures).toContainText('256 × 257 = 65,792 px')
  await image.sendJson()
  const sent = await sentPicture(image)
  const { hasAlpha, format } = await sharp(sent).metadata()
  expect({ hasAlpha, format }).toEqual({ hasAlpha: true, format: 'png' })
  // Padded, not enlarged: the border is empty, the picture as transparent as it was.
  const { data, info } = await sharp(sent).raw().toBuffer({ resolveWithObject: true })
  expect(data[(info.height >> 1) * info.width * 4 + 4 * 100 + 3]).toBeGreaterThan(120)
  expect(data[(info.height >> 1) * info.width * 4 + 4 * 100 + 3]).toBeLessThan(136)

  await image.choose(await plain(7680, 4320))
  await expect(image.figures).toContainText('7,680 × 4,320 = 33,177,600 px')
  await expect(image.edit).toBeEnabled()

  const large = await plain(7681, 4320)
  await image.choose(large)
  const tooMany = await refusalOf(service, large)
  expect(tooMany).toContain('33,181,920 pixels, but may have at most 33,177,600')
  await expect(image.source.getByText(tooMany)).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await page.getByRole('button', { name: 'Shrink to fit' }).click()
  await expect(image.source.getByText(tooMany)).toHaveCount(0)
  await expect(image.edit).toBeEnabled()

  const picture = await plain(300, 300)
  await image.choose(padded(picture, 24_999_999))
  await expect(image.figures).toContainText('25 MB')
  await expect(image.edit).toBeEnabled()

  const heavy = padded(picture, 25_000_000)
  await image.choose(heavy)
  const tooHeavy = await refusalOf(service, heavy)
  expect(tooHeavy).toBe('image has 25,000,000 bytes, but must have fewer than 25,000,000.')
  await expect(image.source.getByText(tooHeavy)).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await image.source.getByRole('button', { name: 'Shrink to fit' }).click()
  await expect(image.edit).toBeEnabled()
})

test('what the browser decodes is converted by a press, and a place in metadata told and stripped', async ({
  image,
  page,
}) => {
  for (const type of ['gif', 'avif'] as const) {
    await image.choose(await photo({ type }))
    await expect(image.source.getByText(`${type.toUpperCase()} must be converted`)).toBeVisible()
    await expect(image.edit).toBeDisabled()
    await page.getByRole('button', { name: 'Convert to PNG' }).click()
    await expect(image.figures).toContainText('PNG · 600 × 400')
    await expect(image.source).toContainText('photo.png')
  }
  await image.choose(await bitmap())
  await expect(image.source.getByText('BMP must be converted')).toBeVisible()
  await page.getByRole('button', { name: 'Convert to PNG' }).click()
  await expect(image.figures).toContainText('PNG · 320 × 240')

  const { buffer } = await photo()
  const tagged = await sharp(buffer)
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer()
  await image.choose({ name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: tagged })
  await expect(image.source.getByText('includes a location')).toBeVisible()
  await page.getByRole('button', { name: 'Remove metadata' }).click()
  await expect(image.source.getByText('includes a location')).toHaveCount(0)
  await image.sendJson()
  expect((await sharp(await sentPicture(image)).metadata()).exif).toBeUndefined()
})

/** A BMP of 24 bits a pixel, which sharp does not write. */
async function bitmap(): Promise<ChosenFile> {
  const [width, height] = [320, 240]
  const header = Buffer.alloc(54)
  header.write('BM', 'latin1')
  header.writeUInt32LE(54 + width * height * 3, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  const pixels = Buffer.alloc(width * height * 3, 0x77)
  return { name: 'old.bmp', mimeType: 'image/bmp', buffer: Buffer.concat([header, pixels]) }
}
