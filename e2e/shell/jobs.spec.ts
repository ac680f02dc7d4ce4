import { expectAccessible } from '../support/accessibility.ts'
import { ExploreScreen } from '../support/explore-screen.ts'
import { expect, test } from '../support/fixtures.ts'

test('a queued video survives a reload: it is sent once, and its result is shown inert', async ({
  page,
}) => {
  const queued: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/video/queue')) queued.push(request.url())
  })
  const explore = new ExploreScreen(page)
  await explore.open()
  await explore.choose('POST /video/queue')
  await explore.call.getByRole('button', { name: 'Start job' }).click()
  const list = page.getByRole('region', { name: 'Jobs' })
  await expect(list.getByRole('article', { name: /Queued|Running/ })).toBeVisible()
  await page.reload()
  await expect(list.getByRole('article', { name: 'Video: Done' })).toBeVisible()
  await list.getByRole('button', { name: 'Show result' }).click()
  const video = list.locator('video')
  await expect(video).toHaveAttribute('src', /^blob:/)
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Inspect' }).click()
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('/video/retrieve')
  await list.getByRole('button', { name: 'Remove' }).click()
  await expect(list).toBeHidden()
  expect(queued.length).toBe(1)
})
