import sharp from 'sharp'

import { photo } from '../../../e2e/support/image-screen.ts'
import { test } from '../../app/testing/image-area.ts'
import { expect } from '../../app/testing/open-page.tsx'

test('a change of the source is seen beside what it was, and undone by a press', async ({
  image,
  page,
}) => {
  await image.prompt.fill('crop 100%')
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
  await image.prompt.fill('crop 100%')
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
