import { crc32 } from 'node:zlib'

import sharp from 'sharp'

import { type ChosenFile, photo, plain } from '../../../e2e/support/image-screen.ts'
import { named, quarters, sendPicture } from '../../../e2e/support/sent-picture.ts'
import { test as base } from '../../app/testing/image-area.ts'
import { expect } from '../../app/testing/open-page.tsx'

const test = base.extend('image', async ({ image }) => {
  await image.prompt.fill('crop 100%')
  return image
})

test('a change of the source is seen beside what it was, and undone by a press', async ({
  image,
  page,
}) => {
  await image.sendJson()
  const { buffer } = await photo()
  const turned = await sharp(buffer).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  await image.choose({ name: 'turned.jpg', mimeType: 'application/octet-stream', buffer: turned })
  await page.getByRole('button', { name: 'Fix orientation' }).click()
  const before = page.getByRole('group', { name: 'Before the change' })
  await expect(before).toContainText('JPEG · 400 × 600')
  await expect(before.getByRole('img', { name: 'Image before the change' })).toBeVisible()
  await before.getByRole('button', { name: 'Undo' }).click()
  await expect(before).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Fix orientation' })).toBeVisible()
  const body = await image.sendAndRead()
  expect(Buffer.from(String(body['image']), 'base64').equals(turned)).toBe(true)
  await expect(image.edited).toBeVisible()
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
  await page.getByRole('button', { name: 'Keep only the image' }).click()
  await expect(image.edit).toBeEnabled()
})

test('each EXIF orientation is told, and edited upright as it is', async ({ image }) => {
  await image.sendJson()
  const { buffer } = await photo({ width: 600, height: 400 })
  const seen = new Set<string>()
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const turned = await sharp(buffer).jpeg().withMetadata({ orientation }).toBuffer()
    const wanted = await quarters(turned)
    seen.add(wanted)
    await image.choose(named(`turned-${orientation}.jpg`, turned))
    await expect(image.figures).toContainText(orientation < 5 ? '600 × 400' : '400 × 600')
    await expect(image.source.getByText(`EXIF orientation ${orientation}`)).toHaveCount(
      orientation === 1 ? 0 : 1,
    )
    expect(await quarters((await sendPicture(image)).result), `${orientation} as it is`).toBe(
      wanted,
    )
  }
  expect(seen.size).toBe(8)
})

test('print colors, 16 bits and the first of an animation are edited as they look', async ({
  image,
}) => {
  await image.sendJson()
  const { buffer } = await photo({ width: 300, height: 300 })
  const cmyk = await sharp(buffer).toColourspace('cmyk').jpeg().toBuffer()
  await image.choose(named('print.jpg', cmyk))
  await expect(image.source.getByText('Print colors (CMYK)')).toBeVisible()
  expect(await quarters((await sendPicture(image)).result)).toBe('rgby')

  const deep = await sharp(buffer).toColourspace('rgb16').png().toBuffer()
  expect((await sharp(deep).metadata()).depth).toBe('ushort')
  await image.choose(named('deep.png', deep))
  expect(await quarters((await sendPicture(image)).result)).toBe('rgby')

  const first = await sharp(buffer).raw().toBuffer()
  const film = Buffer.concat([
    first,
    Buffer.alloc(first.length, 20),
    Buffer.alloc(first.length, 90),
  ])
  const raw = { width: 300, height: 900, channels: 3 as const, pageHeight: 300 }
  const moving = await sharp(film, { raw }).webp({ loop: 0 }).toBuffer()
  expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(3)
  await image.choose(named('film.webp', moving))
  await expect(image.source.getByText('Animated: only the first frame is edited')).toBeVisible()
  expect(await quarters((await sendPicture(image)).result)).toBe('rgby')
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

test('the fewest and the most pixels and bytes are validated as the service does, and changed by a press', async ({
  image,
  page,
  service,
}) => {
  await image.choose(await plain(256, 256))
  await expect(image.figures).toContainText('256 × 256 = 65,536 px')
  await expect(image.edit).toBeEnabled()

  const small = await plain(255, 257)
  await image.choose(small)
  const message = await refusalOf(service, small)
  expect(message).toContain('255 × 257 = 65,535 pixels, but must have at least 65,536')
  await expect(image.source.getByText(message)).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await page.getByRole('button', { name: 'Pad to minimum size' }).click()
  await expect(image.figures).toContainText('256 × 257 = 65,792 px')
  await expect(image.edit).toBeEnabled()

  await image.choose(await plain(7680, 4320))
  await expect(image.figures).toContainText('7,680 × 4,320 = 33,177,600 px')
  await expect(image.edit).toBeEnabled()

  const large = await plain(7681, 4320)
  await image.choose(large)
  const tooMany = await refusalOf(service, large)
  expect(tooMany).toContain('33,181,920 pixels, but may have at most 33,177,600')
  await expect(image.source.getByText(tooMany)).toBeVisible()
  await expect(image.edit).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Shrink to fit' })).toBeVisible()

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
