import type { Page } from '@playwright/test'

import { storeLongConversation } from '../../bench/conversation/long-conversation.mjs'
import { CONVERSATION, expectAccessible } from '../support/accessibility.ts'
import { addAs } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptAnswers } from '../support/kept-answers.ts'

const messageOf = (page: Page, role: string) =>
  page.getByRole('article', { name: `${role} message` })

test('what another tab does to a conversation is seen here', async ({ chat, page }) => {
  const other = await page.context().newPage()

  await test.step('an answer that another tab receives is seen growing, and whole at its end', async () => {
    // Longer than any machine takes to open a tab: it ends when it is stopped.
    await chat.say('/tokens 4000 /rate 40')
    await expect(page).toHaveURL(/\/chat\/[\w-]+$/)
    const answer = chat.answers.first()
    await expect.poll(async () => (await answer.textContent())?.length ?? 0).toBeGreaterThan(100)
    await other.goto(page.url())
    const seen = messageOf(other, 'Assistant')
    const length = async () => (await seen.locator('.md').textContent())?.length ?? 0
    await expect.poll(length).toBeGreaterThan(50)
    const early = await length()
    await expect.poll(length).toBeGreaterThan(early + 50)
    await chat.stop.click()
    await expect(answer).toContainText('Stopped')
    const whole = (await answer.locator('.md').textContent()) ?? ''
    expect(whole.length).toBeGreaterThan(early + 50)
    await expect(seen).toContainText('Stopped')
    await expect.poll(() => seen.locator('.md').textContent()).toBe(whole)
  })

  await test.step('what another tab deletes goes here too, at once, and can be kept', async () => {
    await page.getByRole('button', { name: 'New chat' }).click()
    await expect(chat.answers).toHaveCount(0)
    await chat.ask('/tokens 3 First')
    await chat.ask('/tokens 3 Second')
    await expect.poll(keptAnswers(page)).toBe(3)
    await other.goto(page.url())
    await expect(other.getByRole('article')).toHaveCount(4)
    await messageOf(other, 'User').first().hover()
    await messageOf(other, 'User')
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(page.getByRole('article')).toHaveCount(3)
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('article')).toHaveCount(4)
    await expect(page.getByRole('article').first()).toContainText('First')

    const deleteIt = async () => {
      const more = other.getByRole('button', { name: /^More: .*First/ })
      await more.focus()
      await more.press('Enter')
      await other.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    }
    await other.getByRole('button', { name: 'History', exact: true }).click()
    await deleteIt()
    await expect(page.getByText('Deleted in another tab')).toBeVisible()
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('article')).toHaveCount(4)
    await deleteIt()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('article')).toHaveCount(4)
    await expect(other.getByRole('link', { name: /First/ })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(4)
  })

  await test.step('an answer that ends after another tab deleted the chat is whole when that is undone', async () => {
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await expect(chat.answers).toHaveCount(0)
    await chat.say('/tokens 60 /rate 20 Slowly')
    await expect(page).toHaveURL(/\/chat\/[\w-]+$/)
    const more = other.getByRole('button', { name: /^More: .*Slowly/ })
    await more.focus()
    await more.press('Enter')
    await other.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Deleted in another tab')).toBeVisible()
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(chat.answers.getByRole('group', { name: 'Response metrics' })).toContainText('→60')
    await expect.poll(keptAnswers(page)).toBe(4)
    await page.reload()
    await expect(chat.answers.getByRole('group', { name: 'Response metrics' })).toContainText('→60')
  })
})

test('a conversation of 1,000 messages opens at its end, formatted where it is read, and every word is found', async ({
  chat,
  page,
}) => {
  await chat.ask('Hello')
  await page.goto(await storeLongConversation(page))
  await expect(messageOf(page, 'Assistant').last()).toBeInViewport()
  await page.waitForFunction(() => document.querySelectorAll('article').length === 1000)
  const formatted = () => page.evaluate(() => document.querySelectorAll('article .md').length)

  await test.step('what is ahead of a reader is formatted before they scroll, and what is far is released', async () => {
    // The last group, with 4 answers, and four whole ones above it with 8 each.
    await expect.poll(formatted).toBe(36)
    for (const share of [0.5, 0]) {
      await page.evaluate((to) => {
        const scroller = document.querySelector('[role=log]')?.parentElement
        scroller?.scrollTo({ top: scroller.scrollHeight * to })
      }, share)
      // Of what was left, only what was read last stays beside what is near and ahead.
      await expect.poll(formatted).toBeGreaterThan(44)
      await expect.poll(formatted).toBeLessThan(80)
    }
  })

  await test.step('a jump by the scroll bar lands among plain text, which is formatted without moving what is read', async () => {
    // Far from each other: within a response, within the last one of a group, and between two messages.
    for (const [message, above] of [
      ['m251-1000', 900],
      ['m367-1000', 1200],
      ['m585-1000', -18],
    ] as const)
      expect(await page.evaluate(movedAfterJump, { message, above })).toBeLessThan(2)
  })

  await test.step('every word is there, and once someone searches all of it is formatted', async () => {
    for (const needle of ['needle1', 'needle500', 'needle999'])
      expect(
        await page.evaluate((text) => Reflect.get(window, 'find').call(window, text), needle),
      ).toBe(true)
    // Of a shorter one: formatting is what takes long.
    await page.goto(await storeLongConversation(page, 200))
    await page.waitForFunction(() => document.querySelectorAll('article').length === 200)
    await expect.poll(formatted).toBe(36)
    await page.keyboard.press('Control+f')
    // It is done while the page is idle, so on a busy machine only the end of the test bounds it.
    await page.waitForFunction(() => document.querySelectorAll('article .md').length === 100)
  })
})

test('messages of all roles are accessible, and their code and tables scroll sideways where they are wider than the column', async ({
  chat: _,
  page,
}) => {
  await test.step('code and tables scroll sideways where they are wider, and only there', async () => {
    const row = (cell: string) => `| ${Array.from({ length: 6 }, () => cell).join(' | ')} |`
    const table = [row('longer'), row('---'), row('values')].join('\n')
    await addAs(page, 'Assistant', `\`\`\`\n${'word '.repeat(80)}\n\`\`\`\n\n${table}\n`)
    const code = page.getByRole('group', { name: 'Code' })
    const cells = page.getByRole('group', { name: 'Table' })
    /** How far an element goes when it is told to scroll to its end. */
    const scrolled = (element: typeof code) =>
      element.evaluate((node) => {
        node.scrollLeft = 10_000
        return node.scrollLeft
      })
    expect(await scrolled(code)).toBeGreaterThan(0)
    expect(await scrolled(cells)).toBe(0)
    await expect(cells).toHaveCSS('overflow-x', 'visible')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => scrolled(cells)).toBeGreaterThan(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(cells).toHaveCSS('overflow-x', 'visible')
    expect(await scrolled(code)).toBeGreaterThan(0)
  })

  await test.step('messages of all roles, and one that is edited, are accessible', async () => {
    for (const role of ['User', 'Assistant', 'Developer', 'Tool', 'System']) {
      await addAs(page, role, `As ${role}`)
      if (role === 'Tool') await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await messageOf(page, 'User').hover()
    await page.getByRole('button', { name: 'Edit user message' }).click()
    await expectAccessible(page, { include: CONVERSATION })
  })
})

/**
 * Jumps among messages that are plain text, and says how far, in px, what could be read there moved
 * when it was formatted.
 */
async function movedAfterJump({ message, above }: { message: string; above: number }) {
  const log = document.querySelector('[role=log]')
  const scroller = log?.parentElement
  if (!log || !scroller) throw new Error('nothing scrolls here')
  const { top } = scroller.getBoundingClientRect()
  /** The message at the top of the view. */
  const read = () => {
    for (const article of log.querySelectorAll('article')) {
      const box = article.getBoundingClientRect()
      if (box.bottom <= top) continue
      const text = { message: article.dataset['message'], at: top - box.top, height: box.height }
      const isFormatted = article.querySelector('.md, .message-words') !== null
      // Until the browser lays its text out, a message is empty and as tall as was told.
      const isEmpty = getComputedStyle(article).containIntrinsicBlockSize.includes(
        `${box.height}px`,
      )
      return { ...text, isFormatted, isEmpty }
    }
    throw new Error('nothing is in view')
  }
  const target = log.querySelector(`[data-message=${message}]`)
  scroller.scrollTop += (target?.getBoundingClientRect().top ?? 0) + above - top
  let before = read()
  if (before.isFormatted) throw new Error(`${before.message} is formatted already`)
  for (;;) {
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve))
    })
    const now = read()
    if (now.isFormatted && before.isEmpty) return 0
    if (now.isFormatted && now.message !== before.message) return Infinity
    // The same share of it is above; all of it, where it begins below.
    if (now.isFormatted)
      return before.at < 0
        ? Math.abs(now.at - before.at)
        : Math.abs(now.at / now.height - before.at / before.height) * now.height
    before = now
  }
}
