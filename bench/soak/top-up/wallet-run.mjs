// @ts-check
import { setTimeout as sleep } from 'node:timers/promises'

import { paymentsOf } from './chain-truth.mjs'
import { holdAtStep, hurryTimeouts } from './hold-at-step.mjs'

/** @typedef {import('./bench-service.mjs').BenchService} BenchService */
/** @typedef {import('./plan.mjs').Plan} Plan */
/** @typedef {import('playwright').Page} Page */

/** After this long a top-up that was left alone counts as stuck, ms. */
const STUCK_AFTER_MS = 30_000

/** What the page tops up with, and what one payment moves. */
const PRICE_ATOMIC = 10_000_000n

const ENDED = /^(credited|not paid|needs review)$/

/**
 * @typedef {object} RunResult
 * @property {number} payments by the chain
 * @property {string} end as the page says it
 * @property {number} settledMs from when it was left alone until it was certain
 * @property {boolean} again nothing was signed before the interruption, so it was pressed again
 */

/**
 * One top-up of a fresh practice wallet, interrupted and spoilt as planned, then left alone.
 * @param {import('playwright').Browser} browser
 * @param {BenchService} service
 * @param {Plan} plan
 * @returns {Promise<RunResult>}
 */
export async function walletRun(browser, service, plan) {
  const context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  try {
    /** @type {() => void} */
    let reachStep = () => undefined
    /** @type {Promise<void>} */
    const held = new Promise((resolve) => {
      reachStep = resolve
    })
    await context.exposeBinding('benchHeld', () => reachStep())
    await context.addInitScript(hurryTimeouts)
    if (plan.step !== undefined) await context.addInitScript(holdAtStep, plan.step)
    const wallet = { address: '' }
    await spoil(context, service, plan, wallet, () => reachStep())

    let page = await context.newPage()
    await page.goto(`${service.ready.appUrl}wallet`)
    wallet.address = await prepare(page, plan.chain)
    await press(page)
    if (plan.step !== undefined) {
      await held
      await context.addInitScript(() => Reflect.set(globalThis, 'benchGoOn', true))
    }
    for (const { afterMs, crash } of plan.interruptions) {
      await sleep(afterMs)
      page = await interrupted(page, service, crash)
    }
    const first = await waitForEnd(page)
    const paid = await paymentsOf(service.ready, plan.chain, wallet.address, PRICE_ATOMIC)
    if (first.end !== 'not paid' || paid > 0) return { ...first, payments: paid, again: false }
    // Nothing was signed before the interruption: somebody presses again, as the screen offers it.
    const payAgain = button(page, 'Pay again')
    if (await payAgain.isVisible()) await payAgain.click()
    await signedIn(page)
    await press(page)
    await page.getByRole('heading', { name: '$10.00 credited' }).waitFor()
    const payments = await paymentsOf(service.ready, plan.chain, wallet.address, PRICE_ATOMIC)
    return { ...first, end: 'credited', payments, again: true }
  } finally {
    await context.close()
  }
}

/** @param {Page} page @param {string} name */
function button(page, name) {
  return page.getByRole('button', { name, exact: true })
}

/** Connects a funded practice wallet and signs in. @param {Page} page @param {string} chain @returns {Promise<string>} */
async function prepare(page, chain) {
  await button(page, 'Connect wallet').click()
  await button(page, chain === 'evm' ? 'Practice wallet' : 'Practice on Solana').click()
  await signedIn(page)
  await button(page, 'Get test USDC').click()
  await page.getByText('Wallet balance: $100.00').waitFor()
  const address = page.getByTitle(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/).first()
  return (await address.getAttribute('title')) ?? ''
}

/** @param {Page} page */
async function signedIn(page) {
  const [signIn, topUp] = [button(page, 'Sign in'), button(page, 'Top up')]
  await signIn.or(topUp).waitFor()
  if (await signIn.isVisible()) await signIn.click()
  await topUp.waitFor()
}

/** Chooses $10 and confirms. @param {Page} page */
async function press(page) {
  await page.getByRole('radio', { name: '$10', exact: true }).check()
  await button(page, 'Top up').click()
  await button(page, 'Confirm and sign').click()
}

/** Reloads the page, or crashes it and opens another; the service may be on its way up. @param {Page} page @param {BenchService} service @param {boolean} crash @returns {Promise<Page>} */
async function interrupted(page, service, crash) {
  const address = `${service.ready.appUrl}wallet`
  let next = page
  if (crash) {
    const session = await page.context().newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    await page.close()
    next = await page.context().newPage()
  }
  await service.up()
  await (crash ? next.goto(address) : next.reload()).catch(() => undefined)
  await service.up()
  if (!next.url().startsWith(address)) await next.goto(address)
  return next
}

/** @param {Page} page @returns {Promise<{ end: string, settledMs: number }>} */
async function waitForEnd(page) {
  const from = Date.now()
  const badge = page.getByRole('region', { name: 'Payment log' }).getByText(ENDED).first()
  const end = await badge.textContent({ timeout: STUCK_AFTER_MS }).catch(() => undefined)
  return { end: end ?? 'stuck', settledMs: Date.now() - from }
}

/**
 * Does to the payments that are sent what is planned.
 * @param {import('playwright').BrowserContext} context
 * @param {BenchService} service
 * @param {Plan} plan
 * @param {{ address: string }} wallet
 * @param {() => void} onSent
 */
async function spoil(context, service, plan, wallet, onSent) {
  const faults = [...plan.faults]
  let isFirst = true
  const settled = async () => {
    for (let looks = 0; looks < 200; looks++) {
      const paid = await paymentsOf(service.ready, plan.chain, wallet.address, PRICE_ATOMIC).catch(
        () => 0,
      )
      if (paid > 0) return
      await sleep(5)
    }
  }
  await context.route('**/x402/top-up', async (route) => {
    if (route.request().headers()['payment-signature'] === undefined) return route.continue()
    const fault = faults.shift() ?? 'none'
    try {
      if (plan.step === 'after send' && isFirst) {
        isFirst = false
        onSent()
        await route.fetch()
        return await route.abort()
      }
      if (fault === 'none') return await route.continue()
      if (fault === 'dropped before settling') return await route.abort('connectionreset')
      const fetched = route.fetch()
      if (fault === 'service killed') {
        fetched.catch(() => undefined)
        await sleep(plan.killAfterMs)
        await service.killed()
        return await route.abort('connectionreset')
      }
      if (fault === 'dropped when settled') {
        await Promise.race([settled(), fetched])
        await route.abort('connectionreset')
        return await fetched.then(() => undefined)
      }
      const response = await fetched
      if (fault === 'dropped when credited') return await route.abort('connectionreset')
      if (fault === 'slower than the client waits') {
        await sleep(4000)
        return await route.fulfill({ response })
      }
      const status = fault === '502 after settling' ? 502 : 402
      return await route.fulfill({ status, contentType: 'application/json', body: '{}' })
    } catch {
      // The page that asked is gone, or the service is; that is what is being tried.
      return undefined
    }
  })
}
