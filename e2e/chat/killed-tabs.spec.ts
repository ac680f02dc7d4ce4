import type { Page } from '@playwright/test'

import { randomFrom } from '../../service/app/inference/random.ts'
import { report, soakSize } from '../../service/soak/soak-size.ts'
import { ChatScreen } from '../support/chat-screen.ts'
import { crashPage } from '../support/crash-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptTexts } from '../support/kept-drafts.ts'

/** `npm run bench -- soak` kills 100. */
const KILLS = soakSize('TAB_KILLS', 4)

/** Characters on screen at which the tab dies; the first dies as soon as Send was pressed. */
const MAX_CHARACTERS = 800

/** Tokens a second of the answer; each is fewer than eight characters. */
const RATE = 80

const wholeText = (page: Page) => new ChatScreen(page).answers.first().locator('.md')

/** Kills the process of a page that is at this answer, and tells what of it was on the screen. */
async function kill(page: Page): Promise<string> {
  const shown = await page.evaluate(
    () => document.querySelector('[aria-label="Assistant message"] .md')?.textContent ?? '',
  )
  await crashPage(page)
  await page.close()
  return shown
}

test('a tab that is killed in mid-stream loses at most a second of text, and never the prompt', async ({
  browser,
  service,
}) => {
  test.setTimeout(180_000 + KILLS * 15_000)
  const random = randomFrom('killed tabs')
  const lost: number[] = []
  for (let run = 0; run < KILLS; run += 1) {
    const context = await browser.newContext()
    const prompt = `/tokens 4000 /rate ${RATE} run ${run}`
    const killAt = run === 0 ? 0 : Math.floor(random() * MAX_CHARACTERS)

    const page = await context.newPage()
    await page.goto(`${service.ready.appUrl}chat`)
    const chat = new ChatScreen(page)
    await chat.ready()
    await chat.message.fill(prompt)
    await expect.poll(keptTexts(page)).toEqual([prompt])
    await chat.send.click()
    if (killAt > 0)
      await expect
        .poll(async () => (await wholeText(page).textContent())?.length ?? 0, { intervals: [20] })
        .toBeGreaterThan(killAt)
    const shown = await kill(page)

    const next = await context.newPage()
    // Where the tab was when it died: a first message moves it to the address of its conversation.
    await next.goto(page.url())
    const again = new ChatScreen(next)
    await again.ready()
    const asked = next.getByRole('article', { name: 'User message' }).filter({ hasText: prompt })
    await expect(async () => {
      const isInTheForm = (await again.message.inputValue()) === prompt
      expect(isInTheForm || (await asked.count()) === 1, `the prompt of run ${run}`).toBe(true)
    }).toPass()
    if (killAt > 0) {
      const answer = again.answers.first()
      await expect(answer.getByRole('alert')).toContainText('cut off')
      const kept = (await wholeText(next).textContent()) ?? ''
      const length = sharedLength(shown, kept)
      lost.push(shown.length - length)
    }
    await context.close()
  }
  lost.sort((a, b) => a - b)
  const worst = lost.at(-1) ?? 0
  report('tabs killed in mid-stream', {
    kills: KILLS,
    charactersASecond: RATE * 8,
    lostMedian: lost[Math.floor(lost.length / 2)] ?? 0,
    lostMost: worst,
  })
  expect(worst).toBeLessThanOrEqual(RATE * 8)
})

/** Characters that two texts share at their beginnings. */
function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
