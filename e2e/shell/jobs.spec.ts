import type { Page } from '@playwright/test'

import { expectAccessible } from '../support/accessibility.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { ExploreScreen } from '../support/explore-screen.ts'
import { expect, test } from '../support/fixtures.ts'

/** Records notifications in place of the system, which allows them when a person is asked. */
async function recordNotifications(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown: string[] = []
    let permission: NotificationPermission = 'default'
    class Recorded extends EventTarget {
      constructor(title: string) {
        super()
        shown.push(title)
      }
      static get permission() {
        return permission
      }
      static requestPermission() {
        permission = 'granted'
        return Promise.resolve(permission)
      }
    }
    Object.assign(window, { Notification: Recorded, shownNotifications: shown })
  })
  return () =>
    page.evaluate(() => (window as unknown as { shownNotifications: string[] }).shownNotifications)
}

const hide = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

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

test('a job without a response is unknown, is not sent again, and Retry returns the same job', async ({
  page,
}) => {
  const sent: (string | undefined)[] = []
  let isCut = true
  await page.route('**/video/queue', async (route) => {
    sent.push(route.request().headers()['idempotency-key'])
    // The service queues it, and its response is lost.
    const response = await route.fetch()
    if (isCut) await route.abort('connectionreset')
    else await route.fulfill({ response })
  })
  const explore = new ExploreScreen(page)
  await explore.open()
  await explore.choose('POST /video/queue')
  await explore.call.getByRole('button', { name: 'Start job' }).click()
  const list = page.getByRole('region', { name: 'Jobs' })
  await expect(list.getByRole('article', { name: 'Video: Unknown' })).toBeVisible()
  await page.reload()
  await expect(list).toContainText('Retry returns the same job if it was queued.')
  expect(sent.length).toBe(1)
  isCut = false
  await list.getByRole('button', { name: 'Retry' }).click()
  await expect(list.getByRole('article', { name: 'Video: Done' })).toBeVisible()
  expect(sent.length).toBe(2)
  expect(sent[1]).toBe(sent[0])
})

test('the end of a job is a notification in a hidden tab, only after a press', async ({ page }) => {
  const notifications = await recordNotifications(page)
  const explore = new ExploreScreen(page)
  await explore.open()
  await explore.choose('POST /audio/queue')
  await explore.call.getByRole('button', { name: 'Start job' }).click()
  await page.getByRole('button', { name: 'Notify me when it ends' }).click()
  await expect(page.getByText('Notifications are on.')).toBeVisible()
  await hide(page, true)
  await expect.poll(notifications).toEqual(['Audio done'])
  expect(await page.title()).toBe('● Explore · Vendor Playground')
  await hide(page, false)
  expect(await page.title()).toBe('Explore · Vendor Playground')
  await expect(page.getByText('Audio done')).toBeVisible()
})

test('so is the end of a long response of the chat, and it has none of its words', async ({
  page,
}) => {
  const notifications = await recordNotifications(page)
  const chat = new ChatScreen(page)
  await page.goto('/chat')
  await chat.say('/stall 12 Hello')
  await page.getByRole('button', { name: 'Notify me when it ends' }).click()
  await hide(page, true)
  await expect.poll(notifications).toEqual(['Response finished'])
})
