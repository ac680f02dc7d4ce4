// @ts-check
import { complete } from './scene-steps.mjs'

/** @typedef {import('playwright').Page} Page */
/** @typedef {import('./screenshots.mjs').Frame} Frame */

const QUESTION = 'What can you do?'
/** How many pictures show the response as it streams, however many a fast machine could take. */
const MAX_STREAMED = 24

/**
 * The moving picture of the README: a question, its response as it streams, what it cost, and the
 * inspector with its events and with the request as code.
 * @param {Page} page
 * @returns {Promise<Frame[]>}
 */
export async function demo(page) {
  /** @type {Frame[]} */
  const frames = []
  const take = () => page.screenshot({ caret: 'hide' })
  /** @param {number} ms */
  const shoot = async (ms) => {
    frames.push({ shot: await take(), ms })
  }
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await message.click()
  await shoot(900)
  for (const part of QUESTION.split(/(?<= )/)) {
    await message.pressSequentially(part)
    await shoot(160)
  }
  await shoot(500)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const streamed = []
  while (!(await complete(page).isVisible())) streamed.push(await take())
  const each = Math.ceil(streamed.length / MAX_STREAMED)
  const shown = streamed.filter((_, index) => index % each === 0)
  frames.push(...shown.map((shot) => ({ shot, ms: 150 })))
  await shoot(1600)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  for (const tab of ['Stream', 'Cost', 'Code']) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByRole('tabpanel').getByText(/\S/).first().waitFor()
    await shoot(2000)
  }
  return frames
}
