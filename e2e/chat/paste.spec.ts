import { COMPOSER, expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { CURL, KEY, paste, REQUESTS, sentBy } from '../support/pasted-requests.ts'

// What comes of it: src/features/chat/composer/paste.test.tsx.
test('behavior: the offer to open what was pasted as a request is accessible, and as text a key is masked and never sent', async ({
  chat,
  page,
}) => {
  const sent = sentBy(page)
  const form = page.getByRole('form', { name: 'New message' })
  for (const [what, text] of REQUESTS)
    await test.step(what, async () => {
      await chat.message.focus()
      await paste(page, text)
      await expect(form.getByRole('status').filter({ hasText: `This is ${what}.` })).toBeVisible()
      await expectAccessible(page, { include: COMPOSER })
    })

  await chat.message.focus()
  await paste(page, CURL)
  await page.getByRole('button', { name: 'Paste as text' }).click()
  await expect(chat.message).toHaveValue(/^curl https:\/\/api\.example\.com.*<redacted/s)
  await expect(chat.message).not.toHaveValue(new RegExp(KEY))
  await chat.send.click()
  await expect(chat.answers.first().getByRole('group', { name: 'Response metrics' })).toBeVisible()
  expect(sent.filter((request) => request.includes(KEY))).toEqual([])
})
