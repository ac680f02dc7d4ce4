// @ts-check
/** Top-ups that end without credit, for the same tests and pictures as failure-scenes.mjs. */
import { call } from './scene-steps.mjs'

/** @typedef {import('./failure-scenes.mjs').FailureScene} FailureScene */
/** @typedef {import('./failure-scenes.mjs').Ready} Ready */
/** @typedef {import('./failure-scenes.mjs').Stage} Stage */

const TOP_UP = '**/x402/top-up'

/**
 * A top-up from Explore that carries a payment, which a wallet would have signed.
 * @param {(ready: Ready) => string} payment
 */
const withPayment =
  (payment) =>
  /** @param {Stage} stage */
  async ({ page, ready }) => {
    await page.route(TOP_UP, (route) =>
      route.continue({
        headers: { ...route.request().headers(), 'payment-signature': payment(ready) },
      }),
    )
    await call(page, 'POST', '/x402/top-up')
  }

/** An authorization whose time was over before the service got it: no funds can move. @param {Ready} ready */
function expiredPayment({ evm }) {
  const authorization = {
    from: '0x00000000000000000000000000000000000000b2',
    to: evm.payTo,
    value: '5000000',
    validAfter: '0',
    validBefore: '1600000000',
    nonce: `0x${'ab'.repeat(32)}`,
  }
  const payload = { signature: `0x${'11'.repeat(65)}`, authorization }
  const payment = { x402Version: 1, scheme: 'exact', network: evm.network, payload }
  return Buffer.from(JSON.stringify(payment)).toString('base64')
}

/** @satisfies {Record<string, FailureScene>} */
export const topUpScenes = {
  top_up_requirements: {
    title: '402 Payment options',
    step: 'Open Wallet',
    prepare: ({ page }) => call(page, 'POST', '/x402/top-up'),
  },
  top_up_rejected: {
    title: '400 Payment rejected',
    step: 'Open Wallet',
    prepare: withPayment(() => 'AAAA'),
  },
  settlement_failed: {
    title: '402 Payment failed',
    step: 'Open Wallet',
    prepare: withPayment(expiredPayment),
  },
  settlement_unknown: {
    title: '504 Payment pending',
    step: 'Open Wallet',
    by: 'gateway',
    prepare: async ({ page }) => {
      await page.route(TOP_UP, (route) =>
        route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway timeout</h1>' }),
      )
      await call(page, 'POST', '/x402/top-up')
    },
  },
}
