import { readFile } from 'node:fs/promises'

import { unzipSync } from 'fflate'
import sharp from 'sharp'

import { expectAccessible } from '../support/accessibility.ts'
import { crashPage } from '../support/crash-page.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/image-fixtures.ts'
import { ImageScreen, photo } from '../support/image-screen.ts'

test('a form carries the file with its name and the same fields', async ({ image, page }) => {
  const file = await photo({ type: 'jpeg' }, 'Garten & Hund.jpeg')
  await image.choose(file)
  await image.prompt.fill('make it warm')
  await image.pick('Resolution', '1K')
  await page.getByRole('switch', { name: 'Safe mode' }).click()
  const { status, request, headers } = await image.send()
  expect(status).toBe(200)
  expect(request.headers()['content-type']).toContain('multipart/form-data; boundary=')
  // The service names its answer after the name it received.
  expect(headers['content-disposition']).toContain('Garten-Hund-edited-1k.png')
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()
  const fields = page.getByRole('region', { name: 'Inspector' })
  await fields.getByRole('tab', { name: 'Request' }).click()
  await expect(fields).toContainText('image: Garten & Hund.jpeg (image/jpeg')
  for (const field of ['prompt: make it warm', 'resolution: 1K', 'safe_mode: false'])
    await expect(fields).toContainText(field)

  await page.reload()
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()
  await fields.getByRole('tab', { name: 'Code' }).click()
  await expect(fields.getByRole('group', { name: 'Code' })).toContainText('@Garten-Hund.jpeg')
})

test('a reload in the middle of a run says that its outcome is unknown', async ({
  image,
  page,
}) => {
  let sent = 0
  await page.route('**/image/edit', () => {
    sent += 1
  })
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.edit.click()
  await expect.poll(() => sent).toBe(1)
  await page.reload()
  await expect(image.result.getByRole('alert')).toContainText('Outcome unknown')
  await expect(image.runs).toContainText('outcome unknown')
  await page.getByRole('button', { name: 'Check balance' }).click()
  await expect(page.getByText(/Balance: \$10\.00\./)).toBeVisible()
  // What was written is still there; the picture is in the log.
  await expect(image.prompt).toHaveValue('make it warm')
  expect(sent).toBe(1)
})

for (const way of ['closed', 'killed'] as const)
  test(`a tab that is ${way} in the middle of a run leaves the same, for any tab to see`, async ({
    image,
    page,
    context,
    service,
  }) => {
    let sent = 0
    await context.route('**/image/edit', () => {
      sent += 1
    })
    await image.choose(await photo())
    await image.prompt.fill('make it warm')
    await image.edit.click()
    await expect.poll(() => sent).toBe(1)

    const other = await context.newPage()
    const second = new ImageScreen(other)
    if (way === 'closed') {
      await other.goto(`${service.ready.appUrl}image`)
      await expect(second.result).toContainText('Running in another tab')
      await page.close()
    } else {
      await crashPage(page)
      // After the crash: two tabs of one site may have been one process.
      await other.goto(`${service.ready.appUrl}image`)
    }
    await expect(second.result.getByRole('alert')).toContainText('Outcome unknown')
    await expect(second.runs).toContainText('outcome unknown')
    await other.getByRole('button', { name: 'Check balance' }).click()
    // What is held up on its way may go on when its tab is gone, and is billed then: either is told.
    const words = /Balance: \$(?:10\.00\. Unchanged|9\.96\. .* it was billed)/
    await expect(other.getByText(words)).toBeVisible()
    expect(sent).toBe(1)
  })

test('an answer is shown by its bytes, never by what it claims', async ({ image, page }) => {
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  const hostile = [
    ['image/png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['image/jpeg', '<!doctype html><script>alert(1)</script>'],
    ['application/pdf', '%PDF-1.7 '],
    ['image/webp', 'GIF89a/*'],
  ] as const
  for (const [contentType, body] of hostile) {
    await page.route('**/image/edit', (route) => route.fulfill({ status: 200, contentType, body }))
    await image.send()
    await expect(image.result).toContainText('Unexpected file type')
    await expect(image.edited).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/^photo-edited\.(?:bin|gif)$/)
    await page.unroute('**/image/edit')
  }
  const real = await photo({ type: 'webp' })
  await page.route('**/image/edit', (route) =>
    route.fulfill({ status: 200, contentType: 'application/octet-stream', body: real.buffer }),
  )
  await image.send()
  await expect(image.edited).toBeVisible()
  await expect(page.getByRole('group', { name: 'Result details' })).toContainText('WEBP')
})

test(
  'a result is compared, used as the next source, and kept as a lineage',
  { tag: '@smoke' },
  async ({ image, page }) => {
    await image.choose(await photo({}, 'cat.png'))
    await image.prompt.fill('make it warm')
    await image.send()
    await expect(image.edited).toBeVisible()
    await image.pick('Compare', 'Slider')
    const line = page.getByRole('slider', { name: 'Compare position' })
    await line.focus()
    await page.keyboard.press('ArrowRight')
    await expect(line).toHaveAttribute('aria-valuetext', '51% source')
    const box = await line.boundingBox()
    if (box === null) throw new Error('the slider is not shown')
    await page.mouse.click(box.x + box.width * 0.25, box.y + box.height / 2)
    await expect(line).toHaveAttribute('aria-valuetext', /^2[3-7]% source$/)
    await image.pick('Compare', 'Side by side')
    await expect(page.getByRole('img', { name: 'Source' })).toBeVisible()
    await expect(image.edited).toBeVisible()
    await expectAccessible(page)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('cat-edited.png')
    expect((await sharp(await readFile(await file.path())).metadata()).format).toBe('png')

    await page.getByRole('button', { name: 'Use as source' }).click()
    await expect(image.source).toContainText('cat-edited.png')
    await image.prompt.fill('flip')
    await image.send()
    await expect(image.runs.getByText('step 2, made from “make it warm”')).toBeVisible()

    await image.runs.getByRole('button', { name: 'More: make it warm' }).click()
    await page.getByRole('menuitem', { name: 'Pin' }).click()
    await expect(image.runs.getByLabel('Pinned')).toBeVisible()
    // The menu before may still be fading out.
    await image.runs.getByRole('button', { name: 'More: flip' }).click()
    const menu = page.getByRole('menu', { name: 'More: flip' })
    await menu.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(image.runs.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(image.runs.getByRole('listitem')).toHaveCount(2)

    const exported = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all' }).click()
    const names = Object.keys(unzipSync(await readFile(await (await exported).path())))
    expect(names.map((name) => name.split('/')[1]).toSorted()).toEqual([
      'cat-edited.png',
      'cat-edited.png',
      'run.json',
      'run.json',
      'source-cat-edited.png',
      'source-cat.png',
    ])

    await page.reload()
    await expect(image.runs.getByRole('listitem')).toHaveCount(2)
    await expect(image.edited).toBeVisible()
    await image.runs.getByRole('button', { name: 'More: make it warm' }).click()
    await page.getByRole('menuitem', { name: 'Vary' }).click()
    await expect(image.prompt).toHaveValue('make it warm')
    await expect(image.source).toContainText('cat.png')
    await expect(page.getByLabel('Price')).toContainText('$0.16')
  },
)

test('the empty area and the filled form are accessible', async ({ image, page }) => {
  await expectAccessible(page)
  await image.choose(await photo())
  await image.prompt.fill('massacre')
  await image.send()
  await expect(image.result.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await image.chooseModel('sandbox-quality-edit')
  await image.prompt.fill('nude')
  await page.getByText('Advanced', { exact: true }).click()
  await expectAccessible(page)
  await image.send()
  await expect(image.result).toContainText('Blurred: classified as adult content')
  await expectAccessible(page)
})

test('a full disk is told, and the edit is done all the same', async ({ image, page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  await image.open()
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.send()
  await expect(image.edited).toBeVisible()
  await expect(image.runs.getByRole('alert')).toContainText("New runs aren't saved")
})

test('a WebP result is copied as PNG, and pasted as the next source', async ({
  image,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await page.getByRole('combobox', { name: 'Output format' }).selectOption('webp')
  await image.send()
  await page.getByRole('button', { name: 'Copy image' }).click()
  await expect(page.getByText('Image copied')).toBeVisible()
  await image.result.click()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(image.figures).toContainText('PNG · 1,024 × 683')
})
