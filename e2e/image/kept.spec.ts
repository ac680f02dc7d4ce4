import { crashPage } from '../support/crash-page.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/image-fixtures.ts'
import { ImageScreen, photo } from '../support/image-screen.ts'
import { keptRecords } from '../support/kept-records.ts'

/** Waits until the database holds so many chosen sources and picture files. */
async function expectKept({ page }: ImageScreen, sources: number, files: number): Promise<void> {
  const count = async () => {
    const kept = (store: string) => keptRecords(page, 'vendor-playground', store)
    return [(await kept('imageSources')).length, (await kept('imageFiles')).length]
  }
  await expect.poll(count).toEqual([sources, files])
}

test('a tab that crashed leaves its source to the next one; a second tab takes nothing from the first, and each goes on with its own', async ({
  image,
  page,
  context,
}) => {
  await image.choose(await photo({}, 'cat.png'))
  await expectKept(image, 1, 1)
  await crashPage(page)

  const first = new ImageScreen(await context.newPage())
  await first.open()
  await expect(first.source).toContainText('cat.png')
  await expect(first.figures).toContainText('600 × 400')
  await first.page
    .getByRole('status')
    .filter({ hasText: 'Your image was restored' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(first.source).toContainText('Drop or paste an image here')
  await expectKept(first, 0, 0)

  await first.choose(await photo({}, 'first.png'))
  await first.prompt.fill('first prompt')
  await expectKept(first, 1, 1)

  const second = new ImageScreen(await context.newPage())
  await second.open()
  await expect(second.source).toContainText('Drop or paste an image here')
  await second.choose(await photo({ type: 'jpeg' }, 'second.jpg'))
  await second.prompt.fill('second prompt')
  await expectKept(second, 2, 2)

  // A duplicate begins with what the first has, and changes nothing there.
  const opened = first.page.waitForEvent('popup')
  await first.page.evaluate(() => void open('/image'))
  const third = new ImageScreen(await opened)
  await expect(third.source).toContainText('first.png')
  await expectKept(third, 3, 2)
  await third.choose(await photo({ type: 'webp' }, 'third.webp'))
  await expectKept(third, 3, 3)

  for (const [tab, name, prompt] of [
    [first, 'first.png', 'first prompt'],
    [second, 'second.jpg', 'second prompt'],
    [third, 'third.webp', 'first prompt'],
  ] as const) {
    await tab.page.reload()
    await expect(tab.source).toContainText(name)
    await expect(tab.prompt).toHaveValue(prompt)
  }
})
