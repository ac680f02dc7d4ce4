import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'

/** More stops than this lie between no two things of the chat. */
const MAX_STOPS = 120

/** Presses a key until the focus is on something; every stop on the way has a name. */
async function walkTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    const { isThere, named } = await wanted.evaluateAll((found) => {
      const element = document.activeElement
      if (element === null || element === document.body) return { isThere: false, named: true }
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const words = [
        element.getAttribute('aria-label'),
        element.getAttribute('aria-labelledby'),
        element.getAttribute('title'),
        element.textContent,
        ...labels.map((label) => label.textContent),
      ]
      return {
        isThere: found.some((one) => one === element),
        named: words.some((text) => (text ?? '').trim() !== '') || element.className,
      }
    })
    expect(named, 'a stop of the Tab key without a name').toBe(true)
    if (isThere) return
    await page.keyboard.press(key)
  }
  throw new Error(`Nothing of ${MAX_STOPS} stops was ${String(wanted)}.`)
}

/** Goes to an item of the open menu by its first letter, and takes it. */
async function take(page: Page, item: string): Promise<void> {
  const wanted = page.getByRole('menuitem', { name: item, exact: true })
  await expect(wanted).toBeVisible()
  await expect(page.locator('[role=menuitem]:focus')).toBeVisible()
  const isThere = () => wanted.evaluate((element) => element === document.activeElement)
  for (let at = 0; at < 20 && !(await isThere()); at += 1)
    await page.keyboard.press(item.charAt(0).toLowerCase())
  await expect(wanted).toBeFocused()
  await page.keyboard.press('Enter')
}

test('the whole way of a chat by the keyboard alone', async ({ chat, context, page }) => {
  await context.grantPermissions(['clipboard-write'])
  const focused = page.locator(':focus')

  // The message, and the model.
  await walkTo(page, chat.message)
  await page.keyboard.type('/tokens 9000 /rate 200')
  await walkTo(page, chat.model)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('sandbox-media')
  await page.keyboard.press('Enter')
  await expect(chat.model).toHaveValue('sandbox-media')

  // An attachment.
  await walkTo(page, page.getByRole('button', { name: 'Attach', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await take(page, 'Sample image')
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('harbour.jpg')

  // A setting.
  const temperature = chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true })
  await walkTo(page, temperature)
  await page.keyboard.type('0.3')

  // Sending, and stopping.
  await walkTo(page, chat.message, 'Shift+Tab')
  const sent = page.waitForRequest('**/chat/completions')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({ model: 'sandbox-media', temperature: 0.3 })
  const answer = chat.answers.first()
  await expect.poll(async () => (await answer.textContent())?.length ?? 0).toBeGreaterThan(150)
  await walkTo(page, chat.stop)
  await page.keyboard.press('Enter')
  await expect(answer).toContainText('Stopped')

  // Copying, from the actions of the answer.
  const actions = answer.getByRole('toolbar', { name: 'Assistant message actions' })
  await walkTo(page, actions.getByRole('button'), 'Shift+Tab')
  const copy = actions.getByRole('button', { name: 'Copy response' })
  while (!(await copy.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied').first()).toBeAttached()

  // The inspector, and back.
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(focused).toHaveAccessibleName('Inspect')
  await page.keyboard.press('Enter')
  await expect(chat.inspector).toBeVisible()
  await walkTo(page, chat.inspector.getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
  await expect(chat.inspector.getByRole('tab', { name: 'Request' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await walkTo(page, page.getByRole('button', { name: 'Close inspector' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(chat.inspector).toBeHidden()

  // A branch.
  const before = page.url()
  await walkTo(page, actions.getByRole('button'))
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(focused).toHaveAccessibleName('Branch')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(before)
  await expect(page.getByRole('article')).toHaveCount(2)

  // What was copied, in the next message.
  await walkTo(page, chat.message)
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(async () => (await chat.message.inputValue()).length).toBeGreaterThan(50)

  // A link to the setup; the focus is back where it was.
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await walkTo(page, share, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Share/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()
})

test('the message has the focus on arrival, and takes what is typed outside of any field', async ({
  chat,
  page,
}) => {
  await expect(chat.message).toBeFocused()
  await chat.ask('/tokens 3')
  await page.getByRole('button', { name: 'New chat' }).click()
  await expect(chat.message).toBeFocused()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wallet' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click()
  await expect(chat.message).toBeFocused()

  // Outside a field a letter writes there, and the question mark is the shortcut that it always was.
  await page.getByRole('button', { name: 'Share' }).focus()
  await page.keyboard.type('What is x402?')
  await expect(chat.message).toHaveValue('What is x402?')
  await page.getByRole('button', { name: 'Share' }).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.type('a')
  await page.keyboard.press('Escape')
  await expect(chat.message).toHaveValue('What is x402?')

  // The editor of JSON is a field.
  await chat.settings.getByRole('radio', { name: 'JSON', exact: true }).check()
  const json = chat.settings.getByRole('textbox', { name: 'Request JSON' })
  await json.focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('ab?')
  await expect(json).toContainText('ab?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(chat.message).toHaveValue('What is x402?')
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the message has no focus on arrival, which would open a keyboard', async ({ chat }) => {
    await chat.ask('/tokens 3')
    await chat.page.getByRole('button', { name: 'New chat' }).tap()
    await expect(chat.page.getByRole('article')).toHaveCount(0)
    await chat.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    await expect(chat.message).not.toBeFocused()
  })
})
