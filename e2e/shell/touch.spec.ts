import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** A finger needs this much, px. */
const TARGET = 44

/** Visible controls that are smaller than a finger, by name; links within sentences are as high as their line. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate((target) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=option]',
    )
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
      const { display, clipPath } = getComputedStyle(control)
      if (clipPath !== 'none' || (control.matches('a') && display === 'inline')) return []
      // A field in a label, perhaps drawn by it, is pressed wherever the label is.
      const pressed = control.closest('label') ?? control
      const { width, height } = pressed.getBoundingClientRect()
      const isHidden = width <= 1 || height <= 1
      if (isHidden || (width >= target - 0.5 && height >= target - 0.5)) return []
      const name = control.ariaLabel ?? control.textContent.trim()
      return [
        `${control.localName} "${name.slice(0, 40)}" ${Math.round(width)}x${Math.round(height)}`,
      ]
    })
  }, TARGET)
}

test('every control has room for a finger', async ({ chat, openPage }) => {
  await chat.message.focus()
  await expect.poll(() => smallControls(chat.page), 'the empty chat').toEqual([])
  const expectRoom = async (path: string) => {
    const page = await openPage({})
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => smallControls(page), path).toEqual([])
  }
  // At once: each waits until the network was quiet.
  await Promise.all(['/image', '/evaluate', '/wallet', '/explore'].map(expectRoom))
})

test('a sheet follows the finger, goes back when it was hardly moved, and closes otherwise', async ({
  chat: _,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'History' })
  const head = sheet.getByRole('heading', { name: 'History' })
  const top = async () => (await sheet.boundingBox())?.y ?? 0
  await expect(head).toBeVisible()
  const [place, box] = [await top(), await head.boundingBox()]
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10]
  const dragBy = async (distance: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + distance, { steps: 8 })
  }
  await dragBy(90)
  expect(await top()).toBe(place + 90)
  // Up again is no flick down, however fast the machine is.
  await page.mouse.move(x, y + 60, { steps: 4 })
  await page.mouse.up()
  await expect.poll(top).toBe(place)
  await dragBy(500)
  await page.mouse.up()
  await expect(sheet).toBeHidden()
})

test('behavior: the tab bar leaves while a keyboard is open, and comes back', async ({
  chat,
  page,
}) => {
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await expect(tabs).toBeVisible()
  await chat.message.focus()
  await expect(tabs).toBeVisible()
  await page.setViewportSize({ width: 390, height: 500 })
  await expect(tabs).toBeHidden()
  await expect(chat.message).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(tabs).toBeVisible()
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } })

  test('behavior: the Inspector over the chat is dragged out to the right', async ({
    chat: _,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Inspector' })
    const head = panel.getByRole('heading', { name: 'Inspector' })
    await expect(head).toBeVisible()
    const left = async () => (await panel.boundingBox())?.x ?? 0
    const [place, box] = [await left(), await head.boundingBox()]
    const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10]
    const dragBy = async (distance: number) => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + distance, y, { steps: 8 })
    }
    await dragBy(60)
    expect(await left()).toBe(place + 60)
    await page.mouse.move(x + 40, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(left).toBe(place)
    await dragBy(350)
    await page.mouse.up()
    await expect(panel).toBeHidden()
  })
})
