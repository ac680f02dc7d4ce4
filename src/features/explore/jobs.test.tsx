import { afterEach, vi } from 'vitest'

import { ChatScreen } from '../../../e2e/support/chat-screen.ts'
import { ExploreScreen } from '../../../e2e/support/explore-screen.ts'
import { expect, test } from '../../app/testing/open-page.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(globalThis, 'Notification')
})

/** Notifications in place of those of the system, which allows them when a person is asked. */
function recordNotifications(): string[] {
  const shown: string[] = []
  class Recorded extends EventTarget {
    static permission: NotificationPermission = 'default'
    static async requestPermission() {
      return (Recorded.permission = 'granted')
    }
    constructor(title: string) {
      super()
      shown.push(title)
    }
  }
  Reflect.set(globalThis, 'Notification', Recorded)
  return shown
}

function hide(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

/** The clocks of page and service go on by this much at once: what is due by then is due now. */
function skip(ms: number): void {
  for (const clock of [Date, performance]) {
    const now = clock.now.bind(clock)
    vi.spyOn(clock, 'now').mockImplementation(() => now() + ms)
  }
}

/** Longer than a job takes, and than a response that is no news. */
const LONG_MS = 15_000

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
  skip(LONG_MS)
  await expect(list.getByRole('article', { name: 'Video: Done' })).toBeVisible()
  await list.getByRole('button', { name: 'Show result' }).click()
  const video = list.locator('video')
  await expect(video).toHaveAttribute('src', /^blob:/)
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
  skip(LONG_MS)
  await list.getByRole('button', { name: 'Retry' }).click()
  await expect(list.getByRole('article', { name: 'Video: Done' })).toBeVisible()
  expect(sent.length).toBe(2)
  expect(sent[1]).toBe(sent[0])
})

test('the end of a job is a notification in a hidden tab, only after a press', async ({ page }) => {
  const notifications = recordNotifications()
  const explore = new ExploreScreen(page)
  await explore.open()
  await explore.choose('POST /audio/queue')
  await explore.call.getByRole('button', { name: 'Start job' }).click()
  await page.getByRole('button', { name: 'Notify me when it ends' }).click()
  await expect(page.getByText('Notifications are on.')).toBeVisible()
  hide(true)
  skip(LONG_MS)
  await expect.poll(() => notifications).toEqual(['Audio done'])
  expect(await page.title()).toBe('● Explore · Vendor Playground')
  hide(false)
  expect(await page.title()).toBe('Explore · Vendor Playground')
  await expect(page.getByText('Audio done')).toBeVisible()
})

test('so is the end of a long response of the chat, and it has none of its words', async ({
  page,
}) => {
  const notifications = recordNotifications()
  const chat = new ChatScreen(page)
  let answer = () => undefined as void
  const isAwaited = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/chat/completions', async (route) => {
    await isAwaited
    await route.continue()
  })
  await page.goto('/chat')
  await chat.say('Hello')
  await expect(chat.stop).toBeVisible()
  skip(LONG_MS)
  await page.getByRole('button', { name: 'Notify me when it ends' }).click()
  hide(true)
  answer()
  await expect.poll(() => notifications).toEqual(['Response finished'])
})
