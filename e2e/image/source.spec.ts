import sharp from 'sharp'

import { expectAccessible } from '../support/accessibility.ts'
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

test('the fewest pixels are validated as the service does, and padded up by a press', async ({
  image,
  page,
  service,
}) => {
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
})

test('the most pixels are validated as the service does, and shrunk by a press', async ({
  image,
  page,
  service,
}) => {
  test.slow()
  await image.choose(await plain(7680, 4320))
  await expect(image.figures).toContainText('7,680 × 4,320 = 33,177,600 px')
  await expect(image.edit).toBeEnabled()

  const large = await plain(7681, 4320)
  await image.choose(large)
  const message = await refusalOf(service, large)
  expect(message).toContain('33,181,920 pixels, but may have at most 33,177,600')
  await expect(image.source.getByText(message)).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await page.getByRole('button', { name: 'Shrink to fit' }).click()
  await expect(image.source.getByText(message)).toHaveCount(0)
  await expect(image.edit).toBeEnabled()
})

test('the most bytes are validated as the service does', async ({ image, service }) => {
  test.slow()
  const picture = await plain(300, 300)
  await image.choose(padded(picture, 24_999_999))
  await expect(image.figures).toContainText('25 MB')
  await expect(image.edit).toBeEnabled()

  const heavy = padded(picture, 25_000_000)
  await image.choose(heavy)
  const message = await refusalOf(service, heavy)
  expect(message).toBe('image has 25,000,000 bytes, but must have fewer than 25,000,000.')
  await expect(image.source.getByText(message)).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await image.source.getByRole('button', { name: 'Shrink to fit' }).click()
  await expect(image.edit).toBeEnabled()
})

test('metadata with a place is told, and stripped by a press', async ({ image, page }) => {
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

test('what is no whole picture is refused clearly', async ({ image, page }) => {
  const { buffer } = await photo()
  const jpeg = await sharp(buffer).jpeg().toBuffer()
  const webp = await sharp(buffer).webp().toBuffer()
  const tiff = await sharp(buffer).tiff().toBuffer()
  const text = (content: string) => Buffer.from(content)
  const refused: [string, Buffer, RegExp][] = [
    ['cut.png', buffer.subarray(0, -40), /Truncated/],
    ['cut.jpg', jpeg.subarray(0, jpeg.byteLength >> 1), /Truncated/],
    ['cut.webp', webp.subarray(0, Math.floor(webp.byteLength * 0.7)), /Truncated/],
    ['scan.tif', tiff, /TIFF not supported here/],
    ['scan.tif', tiff, /Convert it to PNG, JPEG or WebP first\./],
    ['drawing.svg', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), /Unknown image type/],
    ['page.png', text('<!doctype html><script>alert(1)</script>'), /web page/],
    ['empty.png', Buffer.alloc(0), /is empty/],
    [
      'phone.heic',
      Buffer.concat([text('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]),
      /HEIC not supported here/,
    ],
    [
      'IMG_0001.HEIC',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypheic\0\0\0\0heicmif1'), buffer]),
      /iPhone Settings, Camera, Formats/,
    ],
    ['two.png', Buffer.concat([buffer, text('PK\u0003\u0004 <script>')]), /13 hidden bytes/],
  ]
  for (const [name, bytes, words] of refused) {
    await image.choose({ name, mimeType: 'image/png', buffer: bytes })
    await expect(image.source.getByText(words)).toBeVisible()
    await expect(image.edit).toBeDisabled()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep only the image' }).click()
  await expect(image.edit).toBeEnabled()
})

test('what the browser decodes is converted by a press', async ({ image, page }) => {
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
})

test('a picture is taken by drop, by paste, and as an address', async ({ image, page }) => {
  const { buffer } = await photo()
  const give = (kind: 'drop' | 'paste', name: string) =>
    page.evaluate(
      ({ how, base64, fileName }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], fileName, { type: 'image/png' }))
        const target = document.querySelector('[aria-label="Result"]')
        const event =
          how === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
        target?.dispatchEvent(event)
      },
      { how: kind, base64: buffer.toString('base64'), fileName: name },
    )
  await give('drop', 'dropped.png')
  await expect(image.source).toContainText('dropped.png')
  await give('paste', 'pasted.png')
  await expect(image.source).toContainText('pasted.png')
  await expect(image.figures).toContainText('600 × 400')

  await page.getByRole('button', { name: 'From URL…' }).click()
  const address = page.getByRole('textbox', { name: 'Image URL' })
  await address.fill('ftp://example.com/a.png')
  await address.press('Enter')
  await expect(image.source.getByText('starts with http:// or https://')).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await page.getByRole('button', { name: 'From URL…' }).click()
  await address.fill('https://pictures.example/a.png')
  await address.press('Enter')
  const { request, status } = await image.send()
  expect(status).toBe(400)
  expect(request.postData()).toContain('https://pictures.example/a.png')
  await expect(image.result.getByRole('alert')).toContainText("image is a URL that couldn't")
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
