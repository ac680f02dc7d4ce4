import { KEY, paste, REQUESTS, sentBy } from '../../../../e2e/support/pasted-requests.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

for (const [what, text] of REQUESTS)
  test(`behavior: ${what} pasted into the message is offered as a request, and sends nothing`, async ({
    chat,
    page,
  }) => {
    const sent = sentBy(page)
    await chat.message.focus()
    await paste(page, text)
    const form = page.getByRole('form', { name: 'New message' })
    await expect(form.getByRole('status').filter({ hasText: `This is ${what}.` })).toBeVisible()
    await expect(chat.message).toHaveValue('')
    await form.getByRole('button', { name: 'Open as a request' }).click()
    // A file may hold several requests: one is chosen first.
    if (what === 'a saved request') await page.getByRole('button', { name: 'Use request' }).click()
    // Nothing stood in its way: it is open, and how to take that back is said.
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('article', { name: 'User message' })).toContainText('Hi')
    expect(sent.filter((request) => request.includes('/chat/completions'))).toEqual([])
    expect(sent.filter((request) => request.includes(KEY))).toEqual([])
  })

test('behavior: a link of a playground pasted into the message is offered as a request', async ({
  chat,
  page,
}) => {
  await chat.message.fill('Hello')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const link = await page.getByRole('dialog').getByRole('textbox').first().inputValue()
  await page.keyboard.press('Escape')
  await chat.message.fill('')
  await paste(page, link)
  await expect(page.getByText('This is a playground link.')).toBeVisible()
  await expect(chat.message).toHaveValue('')
})
