import { readFile } from 'node:fs/promises'

import sharp from 'sharp'

import { expectAccessible } from '../support/accessibility.ts'
import { crashPage } from '../support/crash-page.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/image-fixtures.ts'
import { ImageScreen, photo } from '../support/image-screen.ts'

test('a tab that is closed or killed in the middle of a run leaves it unknown, for any tab to see', async ({
  image,
  page,
  context,
  service,
}) => {
  let sent = 0
  await context.route('**/image/edit', () => {
    sent += 1
  })
  const edit = async (screen: ImageScreen) => {
    const before = sent
    await screen.choose(await photo())
    await screen.prompt.fill('make it warm')
    await screen.edit.click()
    await expect.poll(() => sent).toBe(before + 1)
  }
  const expectUnknown = async (screen: ImageScreen, runs: number, words: RegExp) => {
    await expect(screen.result.getByRole('alert')).toContainText('Outcome unknown')
    const unknown = screen.runs.getByRole('listitem').filter({ hasText: 'outcome unknown' })
    await expect(unknown).toHaveCount(runs)
    await screen.page.getByRole('button', { name: 'Check balance' }).click()
    // What is held up on its way may go on when its tab is gone, and is billed then: either is told.
    await expect(screen.page.getByText(words)).toBeVisible()
    expect(sent).toBe(runs)
  }
  await edit(image)
  const second = new ImageScreen(await context.newPage())
  await second.page.goto(`${service.ready.appUrl}image`)
  await expect(second.result).toContainText('Running in another tab')
  await page.close()
  await expectUnknown(second, 1, /Balance: \$(?:10\.00\. Unchanged|9\.96\. .* it was billed)/)

  await edit(second)
  await crashPage(second.page)
  // After the crash: two tabs of one site may have been one process.
  const third = new ImageScreen(await context.newPage())
  await third.page.goto(`${service.ready.appUrl}image`)
  const words = /Balance: \$(?:(?:10\.00|9\.96)\. Unchanged|9\.9[62]\. .* it was billed)/
  await expectUnknown(third, 2, words)
})

test(
  'a result is compared, used as the next source, and kept as a lineage',
  { tag: '@smoke' },
  async ({ image, page }) => {
    await image.choose(await photo({}, 'cat.png'))
    await image.prompt.fill('make it warm')
    await image.send()
    await expect(image.edited).toBeVisible()
    const views = page.getByRole('radiogroup', { name: 'Compare' }).getByRole('radio')
    await expect(views).toHaveCount(3)
    await expect(views.first()).toBeChecked()
    await image.pick('Compare', 'Slider')
    const line = page.getByRole('slider', { name: 'Compare position' })
    await line.focus()
    await page.keyboard.press('ArrowRight')
    await expect(line).toHaveAttribute('aria-valuetext', '51% source')
    // The source or the result alone at its ends.
    await page.keyboard.press('End')
    await expect(line).toHaveAttribute('aria-valuetext', '100% source')
    await page.keyboard.press('Home')
    await expect(line).toHaveAttribute('aria-valuetext', '0% source')
    await expect(image.edited).toBeVisible()
    const box = await line.boundingBox()
    if (box === null) throw new Error('the slider is not shown')
    await page.mouse.click(box.x + box.width * 0.25, box.y + box.height / 2)
    await expect(line).toHaveAttribute('aria-valuetext', /^2[3-7]% source$/)
    await image.pick('Compare', 'Side by side')
    await expect(page.getByRole('img', { name: 'Source' })).toBeVisible()
    await expect(image.edited).toBeVisible()
    await expectAccessible(page, { include: 'main' })

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
  },
)

test('the empty area, a refused picture and the filled form are accessible', async ({
  image,
  page,
}) => {
  await expectAccessible(page)
  const { buffer } = await photo()
  const more = Buffer.concat([buffer, Buffer.from('PK\u0003\u0004 <script>')])
  await image.choose({ name: 'two.png', mimeType: 'image/png', buffer: more })
  await expect(image.source.getByText('13 hidden bytes')).toBeVisible()
  await expectAccessible(page, { include: 'main' })
  await image.choose(await photo())
  await image.prompt.fill('massacre')
  await image.send()
  await expect(image.result.getByRole('alert')).toBeVisible()
  await expectAccessible(page, { include: 'main' })
  await image.chooseModel('sandbox-quality-edit')
  await image.prompt.fill('nude')
  await page.getByText('Advanced', { exact: true }).click()
  await expectAccessible(page, { include: 'main' })
  await image.send()
  await expect(image.result).toContainText('Blurred: classified as adult content')
  await expectAccessible(page, { include: 'main' })
})

test('a picture is taken by drop, by paste, as an address, and as what was copied: a WebP result as PNG', async ({
  image,
  page,
  context,
}) => {
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

  await image.prompt.fill('crop 100%')
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
