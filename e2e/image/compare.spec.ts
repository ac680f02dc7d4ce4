import type { Locator } from '@playwright/test'
import sharp from 'sharp'

import { expectAccessible } from '../support/accessibility.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/image-fixtures.ts'
import { photo } from '../support/image-screen.ts'

/** How a picture is enlarged and moved inside its frame. */
function viewOf(picture: Locator): Promise<string> {
  return picture.evaluate(({ parentElement }) => {
    if (parentElement === null) return ''
    const { a, e, f } = new DOMMatrix(getComputedStyle(parentElement).transform)
    return [a, e, f].map((value) => value.toFixed(1)).join(' ')
  })
}

async function middle(
  frame: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await frame.boundingBox()
  if (box === null) throw new Error('the frame is not shown')
  return { ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('pictures are compared side by side, where both follow every gesture alike, and by their difference', async ({
  image,
  page,
  context,
}) => {
  await image.choose(await photo({ width: 800, height: 600 }))
  await image.prompt.fill('grayscale')
  await image.send()
  await expect(image.edited).toBeVisible()

  await test.step('side by side both follow wheel, drag, keys, buttons and two fingers', async () => {
    await image.pick('Compare', 'Side by side')
    const source = page.getByRole('img', { name: 'Source' })
    const both = async () => {
      const [first, second] = [await viewOf(source), await viewOf(image.edited)]
      expect(first).toBe(second)
      return first
    }
    const enlarged = page.getByRole('status', { name: 'Zoom level' })
    await expect(enlarged).toHaveText('100%')
    expect(await both()).toBe('1.0 0.0 0.0')

    const left = page.getByRole('group', { name: 'Source', exact: true })
    const { x, y, width } = await middle(left)
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -300)
    await expect(enlarged).not.toHaveText('100%')
    const wheeled = await both()
    await page.mouse.down()
    await page.mouse.move(x + width / 8, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(both).not.toBe(wheeled)

    await page.getByRole('button', { name: 'Fit' }).click()
    await expect(enlarged).toHaveText('100%')
    const right = page.getByRole('group', { name: 'Result', exact: true })
    await right.focus()
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect(enlarged).toHaveText('225%')
    const keyed = await both()
    await page.keyboard.press('ArrowRight')
    await expect.poll(both).not.toBe(keyed)
    await page.keyboard.press('0')
    await expect(enlarged).toHaveText('100%')
    await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
    await expect(enlarged).toHaveText('150%')
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect(enlarged).toHaveText('100%')
    await test.step('two fingers enlarge both pictures', async () => {
      const { x, y, width } = await middle(page.getByRole('group', { name: 'Result', exact: true }))
      const session = await context.newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints:
            apart === undefined
              ? []
              : [
                  { x: x - apart, y, id: 1 },
                  { x: x + apart, y, id: 2 },
                ],
        })
      await touch('touchStart', width / 16)
      for (const part of [12, 8, 6]) await touch('touchMove', width / part)
      await touch('touchEnd')
      await expect(enlarged).not.toHaveText('100%')
      expect(await viewOf(page.getByRole('img', { name: 'Source' }))).toBe(
        await viewOf(image.edited),
      )
    })
    // The other views show the same part.
    const here = await both()
    await image.pick('Compare', 'Difference')
    const difference = page.getByRole('img', { name: 'Difference' })
    expect((await viewOf(difference)).split(' ')[0]).toBe(here.split(' ')[0])
    await expectAccessible(page, { include: 'main' })
  })

  await test.step('the difference is black where nothing changed, and counted', async () => {
    // One quarter of the result is other than the source.
    const { buffer } = await photo({ width: 800, height: 600 })
    const patch = await sharp({
      create: { width: 400, height: 300, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    const changed = await sharp(buffer)
      .composite([{ input: patch, left: 400, top: 300 }])
      .png()
      .toBuffer()
    await page.route('**/image/edit', (route) =>
      route.fulfill({ status: 200, contentType: 'image/png', body: changed }),
    )
    await image.send()
    await image.pick('Compare', 'Difference')
    const difference = page.getByRole('img', { name: 'Difference' })
    await expect(difference).toBeVisible()
    await expect(image.result).toContainText(/^.*25% of pixels changed/)
    const pixels = await difference.evaluate((element) => {
      const picture = element as HTMLImageElement
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight]
      const context = canvas.getContext('2d')
      context?.drawImage(picture, 0, 0)
      const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])]
      return { sides: [canvas.width, canvas.height], same: at(100, 100), other: at(600, 450) }
    })
    expect(pixels.sides).toEqual([800, 600])
    expect(pixels.same).toEqual([0, 0, 0, 255])
    expect(Math.max(...pixels.other.slice(0, 3))).toBeGreaterThan(180)
    await expectAccessible(page, { include: 'main' })

    await page.unroute('**/image/edit')
    await page.route('**/image/edit', (route) =>
      route.fulfill({ status: 200, contentType: 'image/png', body: buffer }),
    )
    await image.send()
    await image.pick('Compare', 'Difference')
    await expect(image.result).toContainText('0% of pixels changed')
  })
})
