import { expectAccessible, expectAccessibleInBothColors } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

test('every area is a link, and has something in it', async ({ chat: _, page }) => {
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const area of ['Image', 'Evaluate', 'Wallet', 'Explore', 'Chat']) {
    await nav.getByRole('link', { name: area }).click()
    await expect(page).toHaveURL(new RegExp(`/${area.toLowerCase()}`))
    await expect(nav.getByRole('link', { name: area })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main')).not.toBeEmpty()
  }
})

test('the palette chooses a model, finds settings, and keys do the rest', async ({
  chat,
  page,
}) => {
  const type = async (text: string, option: string | RegExp) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Command' }).fill(text)
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
    await expect(chosen).toHaveText(option)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.goto('/wallet')
  await type('use sandbox-fast', /^sandbox-fast/)
  await expect(chat.model).toHaveValue('sandbox-fast')
  await type('top_k', /^top_k/)
  await expect(page.locator(':focus')).toHaveAccessibleName(/^top_k/)

  await chat.ask('/echo what the palette set')
  await page.keyboard.press('ControlOrMeta+Shift+O')
  await expect(page).toHaveURL(/\/chat$/)
  await type('palette', /what the palette set/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+/')
  await expect(chat.model).toBeFocused()
  await page.keyboard.press('Escape')
  await chat.message.press('ArrowUp')
  await expect(page.locator(':focus')).toHaveAccessibleName('Edit user message')
})

test('the connection dialog, the palette and the areas besides the chat are accessible', async ({
  chat: _,
  page,
}) => {
  await page.getByRole('button', { name: 'Connection', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothColors(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothColors(page)
  for (const path of ['/image', '/evaluate', '/wallet', '/explore']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expectAccessibleInBothColors(page)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('nothing scrolls sideways, and the settings are a sheet', async ({ chat, page }) => {
    const sideways = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    expect(await sideways()).toBe(0)
    await chat.ask('/markdown /rate 2000')
    expect(await sideways()).toBe(0)
    await page.getByRole('button', { name: /^Settings/ }).click()
    await expect(chat.settings).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(chat.settings).toBeHidden()
    for (const path of ['/image', '/evaluate', '/wallet', '/explore']) {
      await page.goto(path)
      expect(await sideways()).toBe(0)
    }
  })
})
