import { expect, it } from 'vitest'

import { boardOf, fakeBrowser } from './testing/fake-browser.ts'

it('runs every cell once, at most four at once, and stores each before it is sent', async () => {
  const browser = fakeBrowser(() => ({ after: 100 }))
  const stored: string[] = []
  const { evaluation } = browser.openTab((records) =>
    stored.push(records.map(({ status }) => status).join()),
  )
  const board = boardOf(10, { repeats: 2 })
  const plan = await browser.until(evaluation.plan(board, 'rest'))
  expect(plan).toMatchObject({ unknownCosts: 0, faults: [], spent: 0 })
  expect(plan.cells).toHaveLength(20)
  expect(browser.served).toHaveLength(0)
  await browser.until(evaluation.start(plan))
  expect(browser.served).toHaveLength(20)
  expect(new Set(browser.served.map(({ body }) => JSON.stringify(body))).size).toBe(20)
  expect(browser.atOnce.most).toBe(4)
  expect(browser.count('passed')).toBe(20)
  expect(evaluation.state.getState()).toMatchObject({
    status: 'idle',
    done: 20,
    total: 20,
    open: 0,
    spent: 2000,
  })
  expect(stored[1]).toBe('running')
})
