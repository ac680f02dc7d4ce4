import sharp from 'sharp'

import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/image-fixtures.ts'
import { photo } from '../support/image-screen.ts'
import { named, quarters, sendPicture } from '../support/sent-picture.ts'

const test = base.extend({
  image: async ({ image }, use) => {
    await image.prompt.fill('crop 100%')
    await image.sendJson()
    await use(image)
  },
})

test('what a press makes of a picture looks as it did: turned, converted, or the first of an animation', async ({
  image,
  page,
}) => {
  await test.step('each EXIF orientation is turned upright by a press', async () => {
    const { buffer } = await photo({ width: 600, height: 400 })
    const seen = new Set<string>()
    for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
      const turned = await sharp(buffer).jpeg().withMetadata({ orientation }).toBuffer()
      const wanted = await quarters(turned)
      seen.add(wanted)
      await image.choose(named(`turned-${orientation}.jpg`, turned))
      await expect(image.figures).toContainText(orientation < 5 ? '600 × 400' : '400 × 600')
      await page.getByRole('button', { name: 'Fix orientation' }).click()
      await expect(page.getByRole('group', { name: 'Before the change' })).toBeVisible()
      const { sent, result } = await sendPicture(image)
      expect((await sharp(sent).metadata()).exif, 'no orientation is left').toBeUndefined()
      expect(await quarters(sent), `${orientation} turned`).toBe(wanted)
      expect(await quarters(result)).toBe(wanted)
    }
    expect(seen.size).toBe(7)
  })

  await test.step('a conversion keeps transparency to the value, and print colors and 16 bits as they look', async () => {
    const raw = Buffer.from(
      Array.from({ length: 300 * 300 }, (_, at) => [200, 40, 40, (at % 300) % 256]).flat(),
    )
    const soft = sharp(raw, { raw: { width: 300, height: 300, channels: 4 } })
    const file = await soft.gif().toBuffer()
    await image.choose(named('soft.gif', file))
    await page.getByRole('button', { name: 'Convert to PNG' }).click()
    await expect(image.figures).toContainText('PNG · 300 × 300')
    const { sent, result } = await sendPicture(image)
    const wanted = await sharp(file).extractChannel('alpha').raw().toBuffer()
    const alpha = await sharp(sent).extractChannel('alpha').raw().toBuffer()
    expect(Math.max(...alpha.map((value, at) => Math.abs(value - (wanted[at] ?? 0))))).toBe(0)
    expect((await sharp(result).metadata()).hasAlpha).toBe(true)

    const { buffer } = await photo()
    const cmyk = await sharp(buffer).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    await image.choose(named('print.jpg', cmyk))
    await expect(image.source.getByText('Print colors (CMYK)')).toBeVisible()
    await page.getByRole('button', { name: 'Convert to RGB' }).click()
    await expect(image.source.getByText('Print colors (CMYK)')).toHaveCount(0)
    const { sent: converted } = await sendPicture(image)
    expect((await sharp(converted).metadata()).space).toBe('srgb')
    expect(await quarters(converted)).toBe('rgby')

    const deep = await sharp(buffer).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    const tagged = await sharp(deep)
      .withExif({ IFD0: { Make: 'Camera' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    await image.choose(named('deep-tagged.png', tagged))
    await page.getByRole('button', { name: 'Remove metadata' }).click()
    await expect(page.getByRole('button', { name: 'Remove metadata' })).toHaveCount(0)
    expect(await quarters((await sendPicture(image)).sent)).toBe('rgby')
  })

  await test.step('of an animation the first picture is kept by a press', async () => {
    const first = await sharp((await photo({ width: 300, height: 300 })).buffer)
      .raw()
      .toBuffer()
    const film = Buffer.concat([
      first,
      Buffer.alloc(first.length, 20),
      Buffer.alloc(first.length, 90),
    ])
    const raw = { width: 300, height: 900, channels: 3 as const, pageHeight: 300 }
    for (const [type, press] of [
      ['webp', 'Keep first frame'],
      ['gif', 'Convert to PNG'],
    ] as const) {
      await image.choose(
        named(`film.${type}`, await sharp(film, { raw }).toFormat(type).toBuffer()),
      )
      await expect(image.source.getByText('first frame').first()).toBeVisible()
      await page.getByRole('button', { name: press }).click()
      await expect(image.source.getByText('first frame')).toHaveCount(0)
      const { sent } = await sendPicture(image)
      expect((await sharp(sent, { animated: true }).metadata()).pages ?? 1).toBe(1)
      expect(await quarters(sent), type).toBe('rgby')
    }
  })
})
