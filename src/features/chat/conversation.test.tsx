import { vi } from 'vitest'

import { expect, test } from '../../app/testing/open-page.tsx'

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

test('a prefilled link fills the form and never sends', async ({ chat, page }) => {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await page.goto('/chat?model=sandbox-fast&prompt=Hi%20there')
  await expect(chat.message).toHaveValue('Hi there')
  await expect(chat.model).toHaveValue('sandbox-fast')
  await expect(page).toHaveURL(/\/chat$/)
  await expect(chat.send).toBeEnabled()
  expect(posts).toEqual([])
})

test('unset is not sent: a fresh conversation sends model, messages and stream', async ({
  chat,
}) => {
  expect(await chat.echo()).toEqual({
    model: 'default',
    messages: [{ role: 'user', content: '/echo' }],
    stream: true,
  })
})

test('settings are found by name and by meaning', async ({ chat }) => {
  const search = chat.settings.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('persona')
  await expect(chat.settings.getByRole('combobox', { name: 'character_slug' })).toBeVisible()
  const found = chat.settings.getByRole('list', { name: 'Matching settings' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  await search.fill('temperature')
  await expect(
    found.first().getByRole('slider', { name: 'temperature slider', exact: true }),
  ).toBeVisible()
  await search.fill('no such thing')
  await expect(chat.settings).toContainText('No matching settings.')
})

test('error: a conversation that could not be read can be read again', async ({ chat, page }) => {
  await chat.ask('Keep this')
  const { pathname } = new URL(page.url())
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError')
  })
  await page.goto(pathname)
  await expect(page.getByRole('main')).toContainText("Couldn't load conversation")
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toContainText('may still be there')
  get.mockRestore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('log')).toContainText('Keep this')
})
