import { crashPage } from '../support/crash-page.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/image-fixtures.ts'
import { ImageScreen, isEdit, photo, plain } from '../support/image-screen.ts'
import { keptRecords } from '../support/kept-records.ts'

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

test('a tab that crashed leaves its source to the next one', async ({ image, page, context }) => {
  await image.choose(await photo({}, 'cat.png'))
  await expectKept(image, 1, 1)
  await crashPage(page)

  const next = new ImageScreen(await context.newPage())
  await next.open()
  await expect(next.source).toContainText('cat.png')
  await expect(next.figures).toContainText('600 × 400')
  await next.page
    .getByRole('status')
    .filter({ hasText: 'Your image was restored' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(next.source).toContainText('Drop or paste an image here')
  await expectKept(next, 0, 0)
})

test('a second tab takes nothing from the first, and each goes on with its own', async ({
  image,
  page,
  context,
}) => {
  await image.choose(await photo({}, 'first.png'))
  await image.prompt.fill('first prompt')
  await expectKept(image, 1, 1)

  const second = new ImageScreen(await context.newPage())
  await second.open()
  await expect(second.source).toContainText('Drop or paste an image here')
  await second.choose(await photo({ type: 'jpeg' }, 'second.jpg'))
  await second.prompt.fill('second prompt')
  await expectKept(second, 2, 2)

  // A duplicate begins with what the first has, and changes nothing there.
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void open('/image'))
  const third = new ImageScreen(await opened)
  await expect(third.source).toContainText('first.png')
  await expectKept(third, 3, 2)
  await third.choose(await photo({ type: 'webp' }, 'third.webp'))
  await expectKept(third, 3, 3)

  for (const [tab, name, prompt] of [
    [image, 'first.png', 'first prompt'],
    [second, 'second.jpg', 'second prompt'],
    [third, 'third.webp', 'first prompt'],
  ] as const) {
    await tab.page.reload()
    await expect(tab.source).toContainText(name)
    await expect(tab.prompt).toHaveValue(prompt)
  }
})

test('a picture for which there is no room is told, can be sent, and takes nothing away', async ({
  image,
  page,
}) => {
  await image.choose(await photo({}, 'cat.png'))
  await image.prompt.fill('make it warm')
  await image.send()
  await expectKept(image, 1, 2)
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
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
