import { onPayments, type Situation, TOP_UP } from './wallet-scene.ts'

/** What may become of a signed payment before it is credited. */
export const OF_THE_PAYMENT = {
  'signed but not sent': {
    from: 'check',
    role: 'status',
    says: ['Signed, not sent yet: you are offline'],
    arrange: async ({ page, wallet, testWallet }) => {
      testWallet.beforePayment(() => page.context().setOffline(true))
      await wallet.confirm.click()
    },
    mend: ({ page }) => page.context().setOffline(false),
    asked: 1,
  },
  'sent without answer': {
    from: 'check',
    role: 'status',
    says: ['No final response (unreachable), retrying'],
    arrange: async ({ page, wallet }) => {
      await onPayments(page, (route) => route.abort('connectionreset'))
      await wallet.confirm.click()
    },
    mend: ({ page }) => page.unroute(TOP_UP),
    asked: 1,
  },
  'refused with reason': {
    from: 'check',
    role: 'region',
    says: [
      'Refused by the service: 400 PAYMENT_VERIFICATION_FAILED',
      "The wallet doesn't have enough USDC",
      'no USDC has moved so far',
    ],
    arrange: async ({ page, wallet }) => {
      await onPayments(page, (route) =>
        route.fulfill({
          status: 400,
          contentType: 'application/json',
          headers: { 'CF-RAY': '8f3b6d2e1c0a9b57-FRA' },
          body: '{"error":"PAYMENT_VERIFICATION_FAILED","message":"no","details":{"reason":"invalid_exact_evm_insufficient_balance"}}',
        }),
      )
      await wallet.confirm.click()
    },
    asked: 1,
  },
  'settled but not credited yet': {
    from: 'check',
    role: 'region',
    says: ['Settled on-chain, credit pending', "Don't pay again"],
    arrange: async ({ page, wallet }) => {
      await onPayments(page, async (route) => {
        await route.fetch()
        const answer = route.fulfill({
          status: 504,
          contentType: 'application/json',
          body: '{"error":"SETTLEMENT_TIMEOUT","message":"It may still land."}',
        })
        // One that is under way as this ends is answered by the service.
        await answer.catch(() => undefined)
      })
      await wallet.confirm.click()
    },
    mend: ({ page }) => page.unroute(TOP_UP),
    asked: 1,
  },
} satisfies Record<string, Situation>
