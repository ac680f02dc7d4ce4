import { expectAccessible, expectAccessibleInBothColors } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'

const LONG = '/rate 200 /tokens 40 tell me'

test(
  'a stream is searched, and gone through event by event',
  { tag: '@smoke' },
  async ({ chat }) => {
    await chat.ask(LONG)
    const stream = await chat.openInspector('Stream')
    const events = stream.getByRole('list', { name: 'Events' }).getByRole('listitem')
    await expect(events.last()).toContainText('[DONE]')
    const all = await events.count()
    expect(all).toBeGreaterThan(10)
    await stream.getByRole('searchbox', { name: 'Search events' }).fill('[DONE]')
    await expect(events).toHaveCount(1)
    await expect(stream.getByRole('status')).toHaveText(`1 of ${all}`)
    await stream.getByRole('searchbox', { name: 'Search events' }).fill('')
    await stream.getByRole('combobox', { name: 'Event type' }).selectOption('usage')
    await expect(events).toHaveCount(1)

    const replay = stream.getByRole('region', { name: 'Replay' })
    const answer = replay.getByRole('group', { name: 'Response at this event' })
    await expect(answer).toContainText('finish_reason')
    const whole = (await answer.textContent()) ?? ''
    await replay.getByRole('button', { name: 'To the beginning' }).click()
    await expect(answer).toHaveText('No response text yet.')
    for (let step = 0; step < 4; step += 1)
      await replay.getByRole('button', { name: 'Next event' }).click()
    await expect(replay).toContainText(`event 4 of ${all}`)
    const part = (await answer.textContent()) ?? ''
    expect(part).not.toBe('')
    expect(whole.startsWith(part)).toBe(true)
    await replay.getByRole('radio', { name: '×16' }).check()
    await replay.getByRole('button', { name: 'Play' }).click()
    await expect(replay).toContainText(`event ${all} of ${all}`)
    await expect(answer).toHaveText(whole)
  },
)

test('requests are walked through with the arrow keys, two are compared and explained, and a changed service is said', async ({
  chat,
  page,
}) => {
  await chat.ask('First question')
  await page.route('**/chat/completions', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'x-vendor-version': '20300101.000000' },
    })
  })
  await chat.ask('Second question')
  const overview = await chat.openInspector('Overview')
  await expect(chat.inspector.getByRole('listbox')).toHaveCount(0)
  await chat.inspector.getByRole('button', { name: 'Request: Second question' }).click()
  const list = chat.inspector.getByRole('listbox', { name: 'Requests' })
  await expect(list.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { name: /^First/, selected: true })).toBeFocused()
  await chat.inspector.getByRole('checkbox', { name: /^Background requests/ }).check()
  await expect(list.getByRole('option', { name: /^GET \/models/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await chat.inspector.getByRole('button', { name: 'Request: First question' }).waitFor()

  // With room for it the list stays in view.
  await page.setViewportSize({ width: 1600, height: 900 })
  const edge = page.getByRole('separator', { name: 'Resize inspector' })
  await edge.focus()
  await page.keyboard.press('Home')
  await expect(list).toBeVisible()
  await list.getByRole('option', { name: /^Second/ }).click()
  await expect(overview).toContainText('200 OK')
  await expectAccessible(page, { include: '#inspector' })

  await page.setViewportSize({ width: 1280, height: 800 })
  await chat.openInspector('Request')
  await expect(chat.inspector.getByRole('note')).toContainText('API version changed')
  await chat.inspector.getByRole('button', { name: 'Compare with another request' }).click()
  await chat.inspector.getByRole('button', { name: /^Compared request/ }).click()
  const others = chat.inspector.getByRole('listbox', { name: 'Requests to compare' })
  await others.getByRole('option', { name: /^First question/ }).click()
  const comparison = chat.inspector.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByRole('note')).toContainText('20300101.000000')
  const request = comparison.getByRole('table', { name: 'Request differences' })
  await expect(request).toContainText('First question')
  await expect(request).toContainText('Second question')
  await expect(comparison.getByRole('table', { name: 'Run' })).toContainText('first token')
  await expect(comparison.getByRole('table', { name: 'Cost' })).toContainText('prompt tokens')

  await comparison.getByRole('button', { name: 'Explain difference' }).click()
  const cause = comparison.getByRole('region', { name: 'Cause' })
  await cause.getByRole('button', { name: 'Send requests' }).click()
  await expect(cause.getByRole('table', { name: 'Requests sent' })).toBeVisible()
  await expect(cause.getByRole('status')).toContainText('changes the words of the response.')
  await expectAccessible(page, { include: '#inspector' })
  await chat.inspector.getByRole('button', { name: 'Compare with another request' }).click()
  await expect(comparison).toHaveCount(0)
})

test('every view is accessible, in a wide window and on a phone', async ({ chat, page }) => {
  await chat.ask(LONG)
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await chat.openInspector('Overview')
    await expectAccessibleInBothColors(page)
    for (const tab of ['Request', 'Response', 'Headers', 'Stream', 'Cost', 'Code']) {
      await chat.openInspector(tab)
      await expectAccessibleInBothColors(page, { include: '#inspector, dialog[open]' })
    }
  }
})
