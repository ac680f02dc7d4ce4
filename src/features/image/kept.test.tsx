import { afterEach, vi } from 'vitest'

import { type ImageScreen, isEdit, photo, plain } from '../../../e2e/support/image-screen.ts'
import { keptRecords } from '../../../e2e/support/kept-records.ts'
import { test } from '../../app/testing/image-area.ts'
import { expect } from '../../app/testing/open-page.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

/** From now on nothing more can be stored. */
function fillDisk(): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  })
}

/** Waits until the database holds so many chosen sources and picture files. */
async function expectKept({ page }: ImageScreen, sources: number, files: number): Promise<void> {
  const count = async () => {
    const kept = (store: string) => keptRecords(page, 'vendor-playground', store)
    return [(await kept('imageSources')).length, (await kept('imageFiles')).length]
  }
  await expect.poll(count).toEqual([sources, files])
}

test('a source that was changed survives a reload, with the way back and what it was made from', async ({
  image,
  page,
}) => {
  let sent = 0
  page.on('request', (request) => {
    if (isEdit(request)) sent += 1
  })
  await image.choose(await photo({ width: 600, height: 400 }, 'cat.png'))
  await image.prompt.fill('make it warm')
  await page.getByRole('combobox', { name: 'Output format' }).selectOption('webp')
  await image.pick('Variations', '2')
  await page.getByLabel('aspect_ratio, variation 2').selectOption('1:1')
  await image.pick('Variations', '1')
  await image.send()
  await page.getByRole('button', { name: 'Use as source' }).click()
  await expect(image.source).toContainText('cat-edited.webp')
  await image.choose(await plain(200, 220))
  await page.getByRole('button', { name: 'Pad to minimum size' }).click()
  await expect(image.figures).toContainText('256 × 256')
  // What it was, what it is, and the two pictures of the run.
  await expectKept(image, 1, 4)

  await page.reload()
  await expect(image.figures).toContainText('256 × 256 = 65,536 px')
  await expect(page.getByRole('img', { name: 'Chosen image' })).toBeVisible()
  await expect(image.prompt).toHaveValue('make it warm')
  await expect(image.edit).toBeEnabled()
  const before = page.getByRole('group', { name: 'Before the change' })
  await expect(before).toContainText('200 × 220')
  await before.getByRole('button', { name: 'Undo' }).click()
  await expect(image.edit).toBeDisabled()
  // The padded one goes with the undo.
  await expectKept(image, 1, 3)
  await page.reload()
  await expect(image.figures).toContainText('200 × 220')
  await expect(image.source).toContainText('must have at least 65,536')

  await page.getByRole('button', { name: 'Use as source' }).click()
  await expect(image.figures).toContainText('WebP')
  await expectKept(image, 1, 2)
  await page.reload()
  await expect(image.source).toContainText('cat-edited.webp')
  expect(sent).toBe(1)
  await image.prompt.fill('flip')
  await image.pick('Variations', '2')
  await expect(page.getByLabel('aspect_ratio, variation 2')).toHaveValue('1:1')
  await image.pick('Variations', '1')
  await image.send()
  await expect(image.runs.getByText('step 2, made from “make it warm”')).toBeVisible()
})

test('a source that is removed is forgotten, and an address is kept as one', async ({
  image,
  page,
}) => {
  await image.choose(await photo())
  await expectKept(image, 1, 1)
  await page.reload()
  await expect(image.figures).toContainText('600 × 400')
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expectKept(image, 0, 0)
  await page.reload()
  await expect(page.getByLabel('Price')).toContainText('$')
  await expect(image.source).toContainText('Drop or paste an image here')

  await page.getByRole('button', { name: 'From URL…' }).click()
  const address = page.getByRole('textbox', { name: 'Image URL' })
  await address.fill('https://pictures.example/a.png')
  await address.press('Enter')
  await expectKept(image, 1, 0)
  await page.reload()
  await expect(image.source).toContainText('https://pictures.example/a.png')
})

test('a picture for which there is no room is told, can be sent, and takes nothing away', async ({
  image,
  page,
}) => {
  await image.choose(await photo({}, 'cat.png'))
  await image.prompt.fill('make it warm')
  await image.send()
  await expectKept(image, 1, 2)
  fillDisk()
  await page.reload()
  await expect(image.source).toContainText('cat.png')
  await image.choose(await photo({ type: 'jpeg' }, 'dog.jpg'))
  await expect(image.source.getByRole('alert')).toContainText(
    "This image isn't saved: the disk is full.",
  )
  await image.send()
  await expect(image.edited).toBeVisible()
  // The run from before, and its pictures, are all there.
  await expectKept(image, 0, 2)
  await page.reload()
  await expect(image.runs.getByRole('listitem')).toHaveCount(1)
  await expect(image.edited).toBeVisible()
  await expect(image.source).toContainText('Drop or paste an image here')
  await expectKept(image, 0, 2)
})

test('a full disk is told, and the edit is done all the same', async ({ image }) => {
  fillDisk()
  await image.open()
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.send()
  await expect(image.edited).toBeVisible()
  await expect(image.runs.getByRole('alert')).toContainText("New runs aren't saved")
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
