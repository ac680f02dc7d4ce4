import { expect, test } from '../support/fixtures.ts'

test('a mark under a response names what goes back to its model alone', async ({ chat, page }) => {
  const delta = {
    content: 'Found it.',
    thought_signature: 'c2lnbmVk',
    reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }],
  }
  const chunk = { choices: [{ index: 0, delta, finish_reason: 'stop' }] }
  const bodies: string[] = []
  await page.route('**/chat/completions', (route) => {
    bodies.push(route.request().postData() ?? '')
    return route.fulfill({
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
    })
  })
  const answer = await chat.ask('Find it')
  await answer.getByRole('button', { name: 'Sent back to this model' }).click()
  await expect(answer.getByRole('note', { name: 'Sent back' })).toContainText(
    'thought_signature, reasoning_details',
  )
  await page.keyboard.press('Escape')
  await chat.ask('And then?')
  expect(bodies[1]).toContain('"thought_signature":"c2lnbmVk"')

  await chat.model.fill('sandbox-pro')
  await chat.model.press('Enter')
  await answer.getByRole('button', { name: 'Not sent to another model' }).click()
  await expect(answer.getByRole('note', { name: 'Sent back' })).toContainText('Shared links')
  await page.keyboard.press('Escape')
  await chat.ask('And now?')
  expect(bodies[2]).not.toContain('c2lnbmVk')
})
