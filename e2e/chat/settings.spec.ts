import { expect, test } from '../support/fixtures.ts'

test(
  'what is set in the form is what the service receives, and nothing else',
  { tag: '@smoke' },
  async ({ chat }) => {
    const { settings } = chat
    await settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('0.7')
    await settings.getByRole('spinbutton', { name: 'max_completion_tokens' }).fill('400')
    await settings.getByRole('spinbutton', { name: 'seed' }).fill('7')
    await settings.getByText('Vendor', { exact: true }).click()
    await chat.choose('enable_web_search', 'auto')
    expect(await chat.echo()).toEqual({
      model: 'default',
      messages: [{ role: 'user', content: '/echo' }],
      stream: true,
      temperature: 0.7,
      max_completion_tokens: 400,
      seed: 7,
      vendor_parameters: { enable_web_search: 'auto' },
    })
  },
)

test.describe('at 1280 by 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('six settings stand open, the rest is in sections, the first press sets one, and the panel stays as it was left', async ({
    chat,
    page,
  }) => {
    const { settings } = chat

    await test.step('turning to the settings moves none of them', async () => {
      const limits = chat.settings.getByText('Limits', { exact: true })
      const before = await limits.boundingBox()
      await chat.settings.getByRole('searchbox', { name: 'Search settings' }).hover()
      await page.waitForLoadState('networkidle')
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
      expect(await limits.boundingBox()).toEqual(before)
    })

    const slider = settings.getByRole('slider', { name: /^temperature/ })
    await expect(slider).toBeVisible()
    const lists = settings.getByRole('list').and(settings.locator(':not([aria-label=Sent])'))
    await expect(lists).toHaveCount(1)
    await expect(lists.getByRole('listitem')).toHaveCount(6)
    for (const section of [
      'Sampling',
      'Reasoning',
      'Output',
      'Tools',
      'Limits',
      'Advanced',
      'Vendor',
    ])
      await expect(settings.getByText(section, { exact: true }).first()).toBeInViewport()
    const stream = settings.getByRole('radiogroup', { name: 'stream', exact: true })
    await expect(stream.getByRole('radio')).toHaveCount(2)
    await expect(stream.getByRole('radio', { name: 'true' })).toBeChecked()
    await slider.click()
    await expect(settings.getByRole('button', { name: 'Reset temperature' })).toBeVisible()

    await test.step('the panel keeps to how the person left it, and opens at once', async () => {
      await chat.settings.getByRole('button', { name: 'Close settings' }).click()
      await page.reload()
      const open = page.getByRole('button', { name: /^Settings/ })
      await open.click()
      await expect(chat.settings).toBeVisible()
      await page.reload()
      await expect(chat.settings).toBeVisible()
      // Not where the conversation would get too narrow.
      await page.setViewportSize({ width: 860, height: 800 })
      await page.reload()
      await expect(open).toBeVisible()
      await expect(chat.settings).toBeHidden()
    })
  })
})
