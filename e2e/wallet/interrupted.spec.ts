import { paymentsOf } from '../../bench/soak/top-up/chain-truth.mjs'
import { holdAtStep } from '../../bench/soak/top-up/hold-at-step.mjs'
import { CHAINS, STEPS } from '../../bench/soak/top-up/plan.mjs'
import { crashPage } from '../support/crash-page.ts'
import { expect, test } from '../support/fixtures.ts'
import { WalletScreen } from '../support/wallet-screen.ts'

/** Before this, no signature is kept: the top-up is pressed again. */
const FIRST_KEPT = STEPS.indexOf('after log commit')

for (const [index, step] of STEPS.entries()) {
  const chain = CHAINS[index % CHAINS.length] ?? 'evm'
  const crashes = index % 3 !== 0
  test(`a ${crashes ? 'crash' : 'reload'} ${step} pays once on ${chain}`, async ({
    page: first,
    service,
  }) => {
    const context = first.context()
    let reachStep = () => {}
    const held = new Promise<void>((resolve) => {
      reachStep = resolve
    })
    await context.exposeBinding('benchHeld', () => reachStep())
    await context.addInitScript(holdAtStep, step)
    let isFirst = true
    await context.route('**/x402/top-up', async (route) => {
      const isPayment = route.request().headers()['payment-signature'] !== undefined
      if (step !== 'after send' || !isPayment || !isFirst) return route.continue()
      isFirst = false
      reachStep()
      await route.fetch()
      // The page that sent it is gone by now, or as good as.
      return route.abort().catch(() => undefined)
    })
    let wallet = new WalletScreen(first)
    await wallet.open()
    await wallet.connect(chain === 'evm' ? 'Practice wallet' : 'Practice on Solana')
    await wallet.signedIn()
    await wallet.fund()
    const address = await first
      .getByTitle(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)
      .first()
      .getAttribute('title')
    await wallet.check()
    await wallet.confirm.click()
    await held
    await context.addInitScript(() => Reflect.set(globalThis, 'benchGoOn', true))
    if (crashes) {
      await crashPage(first)
      wallet = await wallet.inAnotherTab()
    } else await first.reload()

    if (STEPS.indexOf(step) < FIRST_KEPT) {
      await expect(wallet.activity).toContainText('not paid')
      await wallet.signedIn()
      await wallet.pay('$10')
    }
    await expect(wallet.activity.getByText('credited', { exact: true })).toBeVisible()
    expect(await paymentsOf(service.ready, chain, address ?? '', 10_000_000n)).toBe(1)
  })
}
