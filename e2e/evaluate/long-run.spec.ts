import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { BrowserContext, Page } from '@playwright/test'
import Database from 'libsql'

import { randomFrom } from '../../service/app/inference/random.ts'
import { report, soakSize } from '../../service/soak/soak-size.ts'
import { crashPage } from '../support/crash-page.ts'
import { expect, test } from '../support/fixtures.ts'

/** `npm run bench -- soak` has 200 cases, 20 reloads and 10 kills. */
const CASES = soakSize('BOARD_CASES', 10)
const RELOADS = soakSize('BOARD_RELOADS', 2)
const KILLS = soakSize('BOARD_KILLS', 1)
const MODELS = ['sandbox-chat', 'sandbox-fast', 'sandbox-chat', 'sandbox-fast']
const CELLS = CASES * MODELS.length

const data = mkdtempSync(path.join(tmpdir(), 'board-data-'))
const recordings = mkdtempSync(path.join(tmpdir(), 'board-requests-'))
test.afterAll(() => {
  for (const folder of [data, recordings]) rmSync(folder, { recursive: true, force: true })
})
test.use({
  serviceFlags: ['--data', data, '--record', recordings, '--tier', 'partner', '--rate', '400'],
})

/** A chat request as the service recorded it; times in ms. */
interface Served {
  cell: string
  status: number
  from: number
  to: number
}

function servedRequests(): Served[] {
  return readdirSync(recordings)
    .filter((name) => name.endsWith('.har'))
    .flatMap((name) => JSON.parse(readFileSync(path.join(recordings, name), 'utf8')).log.entries)
    .filter(({ request }) => request.method === 'POST' && request.url.includes('/chat/completions'))
    .map(({ request, response, startedDateTime, time }) => {
      const { messages, temperature } = JSON.parse(request.postData.text)
      const from = Date.parse(startedDateTime)
      const cell = `${messages[0].content} ${temperature}`
      return { cell, status: response.status, from, to: from + time }
    })
}

/** How many requests were under way at once. */
function mostAtOnce(served: readonly Served[]): number {
  return served.reduce(
    (most, { from }) =>
      Math.max(most, served.filter((other) => other.from <= from && other.to > from).length),
    0,
  )
}

/** Charges in the ledger of the service. */
function countCharges(): number {
  const ledger = new Database(path.join(data, 'vendor.sqlite'), { readonly: true })
  try {
    const row: unknown = ledger
      .prepare("SELECT COUNT(*) AS charges FROM entries WHERE kind = 'charge'")
      .get()
    return (row as { charges: number }).charges
  } finally {
    ledger.close()
  }
}

const BOARD = {
  format: 'playground-board',
  version: 1,
  board: {
    name: 'Long run',
    prompt: '/tokens 120 {{input}}',
    configurations: MODELS.map((model, at) => ({
      model,
      settings: { stream: true, temperature: at / 10 },
    })),
    cases: Array.from({ length: CASES }, (_, at) => ({ variables: { input: `Question ${at}` } })),
    checks: [],
    repeats: 1,
  },
}

/** How many cells the browser has of each status, and how many may have been charged. */
async function countCells(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('vendor-playground')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('boardCells').objectStore('boardCells').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    const counts: Record<string, number> = {}
    for (const { status, error } of reading.result) {
      const kind = error?.mayBeCharged === true ? 'interrupted' : String(status)
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    return counts
  })
}

/** Opens the board in a tab; nothing is under way in it. */
async function openBoard(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  return page
}

test('behavior: a long run loses, repeats and charges twice nothing through reloads and killed tabs', async ({
  context,
  service,
}) => {
  test.setTimeout(180_000 + CELLS * 2_000 + (RELOADS + KILLS) * 20_000)
  const random = randomFrom('long run')
  const url = `${service.ready.appUrl}evaluate`
  let page = await context.newPage()
  await page.goto(url)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Boards' }).click()
  await page.getByRole('menuitem', { name: 'Open board file…' }).click()
  await (
    await chosen
  ).setFiles({
    name: 'long.board.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(BOARD)),
  })
  await expect(page.getByRole('rowheader').first()).toBeVisible()

  const settled = async () => {
    const { done = 0, interrupted = 0, error = 0 } = await countCells(page)
    return done + interrupted + error
  }
  const ends = [...Array<'reload'>(RELOADS).fill('reload'), ...Array<'kill'>(KILLS).fill('kill')]
    .map((end) => ({ end, dice: random() }))
    .toSorted((a, b) => a.dice - b.dice)
  for (const [at, { end }] of ends.entries()) {
    await page.getByRole('button', { name: 'Run all' }).click()
    // Somewhere in its share of the cells, at any moment of a request.
    const until = Math.floor((CELLS * (at + random())) / (ends.length + 1))
    await expect.poll(settled, { intervals: [50] }).toBeGreaterThanOrEqual(until)
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    if (end === 'reload') await page.reload()
    else {
      await crashPage(page)
      await page.close()
      page = await openBoard(context, url)
    }
    await expect(page.getByRole('gridcell', { name: /running$/ })).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect.poll(settled, { intervals: [50] }).toBe(CELLS)
  await expect(page.getByText(/^Done: /)).toBeVisible()

  // Nothing was sent twice. What was interrupted may have been charged, and waits for a press.
  const before = await countCells(page)
  const interrupted = before['interrupted'] ?? 0
  await expect.poll(() => servedRequests().length).toBeGreaterThanOrEqual(before['done'] ?? 0)
  // A recording is written after its charge; a charge without a request would never have one.
  await expect.poll(() => servedRequests().length - countCharges()).toBeGreaterThanOrEqual(0)
  const first = servedRequests()
  const firstCharges = countCharges()
  expect(new Set(first.map(({ cell }) => cell)).size).toBe(first.length)
  expect(first.every(({ status }) => status === 200)).toBe(true)
  expect(first.length).toBeGreaterThanOrEqual(CELLS - interrupted)
  expect(firstCharges).toBeLessThanOrEqual(first.length)
  expect(interrupted).toBeLessThanOrEqual(4 * ends.length)

  if (interrupted > 0) {
    await page.getByRole('button', { name: 'Options' }).click()
    await page.getByRole('button', { name: 'Run failed' }).click()
  }
  await expect.poll(async () => (await countCells(page))['done'], { intervals: [50] }).toBe(CELLS)
  await expect.poll(() => servedRequests().length).toBe(first.length + interrupted)
  const served = servedRequests()
  expect(new Set(served.map(({ cell }) => cell)).size).toBe(CELLS)
  const atOnce = mostAtOnce(served)
  report('runs of a board through reloads and killed tabs', {
    cells: CELLS,
    reloads: RELOADS,
    kills: KILLS,
    interrupted,
    requestsOfTheRun: first.length,
    chargesOfTheRun: firstCharges,
    sentTwiceWithoutAPress: first.length - new Set(first.map(({ cell }) => cell)).size,
    requestsAfterRunFailed: served.length,
    chargesAfterRunFailed: countCharges(),
    mostAtOnce: atOnce,
  })
  expect(atOnce).toBeLessThanOrEqual(4)
})
