import { expectAccessible } from '../support/accessibility.ts'
import { expect } from '../support/fixtures.ts'
import { test as imageTest } from '../support/image-fixtures.ts'
import { isEdit, photo } from '../support/image-screen.ts'

const KEY = 'sk-proj-Ab3dEf6hIj9kLmNoPqRs'

imageTest('an image edit asks before its prompt takes a key along', async ({ image, page }) => {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (isEdit(request)) bodies.push(request.postData() ?? '')
  })
  await image.choose(await photo())
  await image.prompt.fill(`make it warm with ${KEY}`)
  await image.edit.click()
  const asked = page.getByRole('alert').filter({ hasText: 'what looks like a key: “sk-pro…”' })
  await expect(asked).toContainText('Nothing was sent yet')
  await expectAccessible(page)
  await expect(asked).toBeInViewport()
  await asked.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(asked).toBeHidden()
  await expect(image.prompt).toHaveValue('make it warm with <redacted 28 chars>')
  expect(bodies).toEqual([])

  await image.prompt.fill(`rotate left with ${KEY}`)
  await image.prompt.press('ControlOrMeta+Enter')
  await asked.getByRole('button', { name: 'Send anyway' }).click()
  await expect.poll(() => bodies).toHaveLength(1)
  await expect(image.edited).toBeVisible()
})
