// @ts-check
/**
 * Top-ups that are interrupted, again and again, against the local service and its own chain:
 *   node bench/soak/top-up-bench.mjs [--runs 200] [--seed 1]
 * Build first. Every run tops a fresh practice wallet up with $10 while the page is reloaded or crashed at
 * three random moments and the answers to its payment are spoilt; then it is left alone. What counts is what
 * the chain says: how often the wallet paid. The control is the x402 package's fetch wrapper under the same
 * spoilt answers, with somebody who tries again.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'

import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { chromium } from 'playwright'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

import { launchOptions } from '../../scripts/browser.mjs'
import { runService } from '../../scripts/run-service.mjs'

/** @typedef {Awaited<ReturnType<typeof runService>>['ready']} Ready */

const faults = ['none', 'lost before', 'lost after', '502 after', '402 after']
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** @param {number} seed @returns {() => number} between 0 and 1, the same row for the same seed */
function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @param {() => number} random @returns {string[]} what happens to the payments sent, in order */
function faultsOf(random) {
  return Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => faults[Math.floor(random() * faults.length)] ?? 'none',
  )
}

/** @param {Ready} ready @param {string} from @returns {Promise<number>} payments of a wallet by the chain */
async function paymentsOf({ evm }, from) {
  const word = (/** @type {string} */ address) =>
    `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const response = await fetch(evm.rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getLogs',
      params: [
        {
          address: evm.asset,
          fromBlock: '0x0',
          topics: [TRANSFER, word(from), word(evm.payTo)],
        },
      ],
    }),
  })
  const { result } = await response.json()
  return result.length
}

/**
 * One interrupted top-up in the page.
 * @param {import('playwright').Browser} browser
 * @param {Ready} ready
 * @param {() => number} random
 * @returns {Promise<{ payments: number, end: string }>}
 */
async function interruptedRun(browser, ready, random) {
  const context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  const spoilt = faultsOf(random)
  await context.route('**/x402/top-up', async (route) => {
    const isPayment = route.request().headers()['payment-signature'] !== undefined
    const fault = isPayment ? (spoilt.shift() ?? 'none') : 'none'
    try {
      if (fault === 'lost before') return await route.abort('connectionreset')
      if (fault === 'none') return await route.continue()
      await route.fetch()
      if (fault === 'lost after') return await route.abort('connectionreset')
      const status = fault === '502 after' ? 502 : 402
      return await route.fulfill({ status, contentType: 'application/json', body: '{}' })
    } catch {
      // The page that asked is gone; that is what is being tried.
      return undefined
    }
  })
  let page = await context.newPage()
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true })
  await page.goto(`${ready.appUrl}wallet`)
  await button('Connect wallet').click()
  await button('Practice wallet').click()
  await button('Sign in').click()
  await button('Get test USDC').click()
  await page.getByText('you hold $100.00').waitFor()
  const wallet = await page
    .getByTitle(/^0x[0-9a-fA-F]{40}$/)
    .first()
    .getAttribute('title')
  await button('Top up').click()
  await button('Confirm and sign').click()
  for (let interruption = 0; interruption < 3; interruption++) {
    await new Promise((resolve) => setTimeout(resolve, random() * 1200))
    if (random() < 0.7) await page.reload().catch(() => undefined)
    else {
      const session = await context.newCDPSession(page)
      void session.send('Page.crash').catch(() => undefined)
      await page.waitForEvent('crash').catch(() => undefined)
      await page.close()
      page = await context.newPage()
      await page.goto(`${ready.appUrl}wallet`)
    }
  }
  const badge = page
    .getByRole('region', { name: 'Payments from this browser' })
    .getByText(/^(credited|not paid|needs a look)$/)
  const end = (await badge.textContent({ timeout: 60_000 }).catch(() => undefined)) ?? 'unfinished'
  const payments = await paymentsOf(ready, wallet ?? '')
  await context.close()
  return { payments, end }
}

/**
 * The same spoilt answers for the package's wrapper, and somebody who tries again up to four times.
 * @param {Ready} ready
 * @param {() => number} random
 * @returns {Promise<{ payments: number, end: string }>}
 */
async function controlRun(ready, random) {
  const account = privateKeyToAccount(generatePrivateKey())
  await fetch(ready.faucetUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address: account.address, network: ready.evm.network }),
  })
  const spoilt = faultsOf(random)
  /** @type {typeof fetch} */
  const spoiling = async (input, init) => {
    const request = new Request(input, init)
    const fault = request.headers.has('payment-signature') ? (spoilt.shift() ?? 'none') : 'none'
    if (fault === 'lost before') throw new TypeError('lost')
    const response = await fetch(request)
    if (fault === 'lost after') throw new TypeError('lost')
    if (fault === '502 after') return new Response('{}', { status: 502 })
    return fault === '402 after' ? new Response('{}', { status: 402 }) : response
  }
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  client.setSpendControls({ maxAmountPerPayment: '$20' })
  const paying = wrapFetchWithPayment(spoiling, client)
  let end = 'unfinished'
  for (let attempt = 0; attempt < 4 && end !== 'credited'; attempt++) {
    const response = await paying(`${ready.baseUrl}/x402/top-up`, { method: 'POST' }).catch(
      () => undefined,
    )
    if (response?.ok === true) end = 'credited'
  }
  return { payments: await paymentsOf(ready, account.address), end }
}

/** @param {{ payments: number, end: string }[]} results @returns {string} */
function report(results) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { payments, end } of results) {
    const key = `${payments} payments, ${end}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const lines = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, count]) => `  ${key}: ${count}`)
  const most = Math.max(...results.map(({ payments }) => payments))
  const lost = results.filter(({ payments, end }) => payments > 0 && end !== 'credited').length
  return [...lines, `  most payments of one top-up: ${most}; paid but not credited: ${lost}`].join(
    '\n',
  )
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const runs = Number(values.runs)
const browser = await chromium.launch(launchOptions())
/** @type {{ payments: number, end: string }[]} */
const ours = []
/** @type {{ payments: number, end: string }[]} */
const control = []
try {
  for (let run = 0; run < runs; run++) {
    // A service of its own: a top-up is limited to ten calls a minute.
    const service = await runService(['--memory', '--port', '0'])
    try {
      ours.push(await interruptedRun(browser, service.ready, randomFrom(Number(values.seed) + run)))
    } finally {
      await service.stop()
    }
    const other = await runService(['--memory', '--port', '0'])
    try {
      control.push(await controlRun(other.ready, randomFrom(Number(values.seed) + run)))
    } finally {
      await other.stop()
    }
    process.stderr.write(`${path.basename(import.meta.filename)}: ${run + 1} of ${runs}\n`)
  }
} finally {
  await browser.close()
}
console.log(`The wallet area, ${runs} interrupted top-ups:\n${report(ours)}`)
console.log(`Control, the x402 fetch wrapper and a second try:\n${report(control)}`)
