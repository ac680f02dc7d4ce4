import type { Page } from '@playwright/test'

import { connectTo } from '../support/connect-to.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { ImageScreen, photo } from '../support/image-screen.ts'
import { inertFaults, provoke, watchMisdeeds, type Misdeeds } from '../support/inert.ts'
import { startOtherServer, type OtherServer } from '../support/other-server.ts'
import { polyglots } from './polyglots.ts'

const test = base.extend<{ image: ImageScreen; misdeeds: Misdeeds; other: OtherServer }>({
  // What a page does is watched from before it is loaded; nothing may run in it.
  misdeeds: async ({ page, service }, use, testInfo) => {
    testInfo.slow()
    const misdeeds = await watchMisdeeds(page, service.ready.appUrl)
    await use(misdeeds)
    expect(await misdeeds.executed()).toBe(0)
  },
  image: async ({ page, misdeeds: _ }, use) => {
    const image = new ImageScreen(page)
    await image.open()
    await use(image)
  },
  // oxlint-disable-next-line no-empty-pattern -- the fixture needs none of the others
  other: async ({}, use) => {
    const other = await startOtherServer()
    await use(other)
    await other.stop()
  },
})

/** Everything that a page shows pictures with. */
function picturesOf(page: Page): Promise<string[]> {
  return page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('img, video, audio, source, image, iframe, object, embed')].map(
        (element) => `${element.tagName} ${element.getAttribute('src')?.slice(0, 5) ?? ''}`,
      ),
    )
}

test('no polyglot that is chosen as the source is anything but a picture or refused', async ({
  image,
  page,
  misdeeds,
}) => {
  await image.prompt.fill('make it warm')
  const all = await polyglots()
  expect(all.length).toBeGreaterThanOrEqual(40)
  for (const { name, fileName, contentType, bytes, shown } of all) {
    await image.choose({ name: fileName, mimeType: contentType, buffer: bytes })
    // A picture in which something else is hidden is refused until it is cut away; and no picture is refused.
    // Of other types only a copy is sent, written by the page.
    const isSent = /^(?:PNG|JPEG|WebP) /.test(name)
    if (!isSent || (shown === undefined && !/comment/.test(name)))
      await expect(image.edit, name).toBeDisabled()
    if (isSent && ((shown !== undefined && / and /.test(name)) || name.endsWith('after it')))
      await expect(image.source, name).toContainText('hidden bytes after the end')
    expect(new Set(await picturesOf(page)), name).toEqual(
      (await image.page.getByRole('img', { name: 'Chosen image' }).count()) > 0
        ? new Set(['IMG blob:'])
        : new Set(),
    )
    expect(await inertFaults(image.source), name).toEqual([])
    await provoke(image.source)
  }
  expect(misdeeds.foreign).toEqual([])
})

test('no address of a polyglot is fetched or shown by the page', async ({
  image,
  page,
  other,
  misdeeds,
}) => {
  await page.getByRole('button', { name: 'From URL…' }).click()
  // Of one that is at an address the page knows no more than what its name ends with.
  const byName = new Map((await polyglots()).map((polyglot) => [polyglot.fileName, polyglot]))
  expect(byName.size).toBeGreaterThan(15)
  for (const { fileName, name } of byName.values()) {
    const field = page.getByRole('textbox', { name: 'Image URL' })
    if (!(await field.isVisible())) await page.getByRole('button', { name: 'From URL…' }).click()
    await field.fill(`${other.origin}/${encodeURIComponent(name)}/${fileName}`)
    await field.press('Enter')
    await expect(image.source).toContainText(
      "Fetched by the API, so it's not checked or shown here.",
    )
    expect(await picturesOf(page), name).toEqual([])
  }
  // The service does not fetch it either: the address is one of this machine.
  await image.prompt.fill('make it warm')
  const { status } = await image.send()
  expect(status).toBe(400)
  expect(other.received).toEqual([])
  expect(misdeeds.foreign).toEqual([])
})

test('a polyglot that an API answers is shown by its first bytes, or only to be downloaded', async ({
  image,
  page,
  other,
  misdeeds,
}) => {
  await connectTo(page, other)
  await page.getByRole('link', { name: 'Image', exact: true }).click()
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  await image.sendJson()
  const download = page.getByRole('button', { name: 'Download', exact: true })
  const seen = { pictures: 0, files: 0, texts: 0 }
  for (const { name, contentType, bytes, shown } of await polyglots()) {
    other.answerEdits({ contentType, bytes })
    await image.send()
    await expect(
      image.edited.or(image.result.getByText(/not shown|Unexpected response/)).first(),
      name,
    ).toBeVisible()
    const isText = /Unexpected response/.test(await image.result.innerText())
    if (isText) {
      // What calls itself a text is no file to an edit: it stands in the inspector alone.
      expect(contentType, name).toMatch(/^text\/|xml|javascript/)
      seen.texts += 1
    } else if (shown === undefined) {
      await expect(image.result, name).toContainText("so it's not shown")
      seen.files += 1
    } else {
      await expect(image.edited, name).toHaveAttribute('src', /^blob:/)
      await expect(page.getByRole('group', { name: 'Result details' })).toContainText(shown)
      seen.pictures += 1
    }
    await expect(image.edited, name).toHaveCount(!isText && shown !== undefined ? 1 : 0)
    await expect(download, name).toHaveCount(isText ? 0 : 1)
    expect(new Set(await picturesOf(page)), name).toEqual(new Set(['IMG blob:']))
    const faults = await inertFaults(image.result)
    // The frame of a picture has a shape and a place of its own, and a slider over both pictures.
    const own = /^(?:DIV style=(?:aspect-ratio|transform|left):|IMG style=clip-path: inset)/
    expect(
      faults.filter((fault) => !own.test(fault)),
      name,
    ).toEqual([])
    await provoke(image.result)
  }
  expect(seen.pictures).toBeGreaterThan(5)
  expect(seen.files).toBeGreaterThan(8)
  // The last one, called a picture, is offered as a file of no kind.
  const saved = page.waitForEvent('download')
  await download.click()
  expect((await saved).suggestedFilename()).toBe('photo-edited.bin')
  expect(misdeeds.foreign.filter((url) => !url.startsWith(other.origin))).toEqual([])
  expect(page.context().pages()).toHaveLength(1)
})

test.describe('the detector', () => {
  test.use({ bypassCSP: true })

  test('sees what a page would do that believes what such bytes say', async ({
    context,
    service,
  }) => {
    // A page of its own: that its scripts fail to be read is the least of its worries.
    const page = await context.newPage()
    const misdeeds = await watchMisdeeds(page, service.ready.appUrl)
    // The frames in which something ran tell it themselves: one that shows a PDF answers nothing.
    const infected = new Set<string>()
    await page.addInitScript(() => {
      for (const name of ['alert', 'confirm', 'prompt', 'print']) {
        const noted: unknown = Reflect.get(globalThis, name)
        Reflect.set(globalThis, name, () => {
          // oxlint-disable-next-line no-console -- the console is heard from every frame
          console.info(`infected ${location.href}`)
          if (typeof noted === 'function') noted()
        })
      }
    })
    page.on('console', (message) => {
      const [, frame] = /^infected (blob:\S+)$/.exec(message.text()) ?? []
      if (frame !== undefined) infected.add(frame)
    })
    await page.route('**/trusting', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Trusting</title><body>',
      }),
    )
    await page.goto(new URL('/trusting', service.ready.appUrl).href)
    for (const { bytes, contentType } of await polyglots())
      await page.evaluate(
        ({ base64, type }) => {
          const raw = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
          const element = document.createElement(type.includes('javascript') ? 'script' : 'iframe')
          element.src = URL.createObjectURL(new Blob([raw], { type }))
          document.body.append(element)
        },
        { base64: bytes.toString('base64'), type: contentType },
      )
    await expect.poll(misdeeds.executed).toBeGreaterThanOrEqual(3)
    await expect.poll(() => infected.size).toBeGreaterThanOrEqual(12)
  })
})
