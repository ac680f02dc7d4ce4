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

/** The picture that a press sent, as JSON. */
async function sentPicture(image: ImageScreen): Promise<Buffer> {
  const body = await image.sendAndRead()
  await expect(image.edited).toBeVisible()
  return Buffer.from(String(body['image']), 'base64')
}

test('a press makes a picture large and small enough, converts what the browser decodes, and strips metadata', async ({
  image,
  page,
}) => {
  await image.sendJson()
  await test.step('a small one is as transparent as it was', async () => {
    await image.choose(await plain(255, 257, 0.5))
    await page.getByRole('button', { name: 'Pad to minimum size' }).click()
    await expect(image.figures).toContainText('256 × 257 = 65,792 px')
    const sent = await sentPicture(image)
    const { hasAlpha, format } = await sharp(sent).metadata()
    expect({ hasAlpha, format }).toEqual({ hasAlpha: true, format: 'png' })
    // Padded, not enlarged: the border is empty, the picture as transparent as it was.
    const { data, info } = await sharp(sent).raw().toBuffer({ resolveWithObject: true })
    expect(data[(info.height >> 1) * info.width * 4 + 4 * 100 + 3]).toBeGreaterThan(120)
    expect(data[(info.height >> 1) * info.width * 4 + 4 * 100 + 3]).toBeLessThan(136)

    await image.choose(await plain(7681, 4320))
    await expect(image.edit).toBeDisabled()
    await page.getByRole('button', { name: 'Shrink to fit' }).click()
    await expect(image.source.getByText('33,181,920 pixels')).toHaveCount(0)
    await expect(image.edit).toBeEnabled()
  })

  await test.step('other types are converted, and a place in metadata is told and stripped', async () => {
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
    expect((await sharp(await sentPicture(image)).metadata()).exif).toBeUndefined()
  })
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
