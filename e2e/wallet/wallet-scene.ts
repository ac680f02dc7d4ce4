import type { Page, Route } from '@playwright/test'

import type { TestWallet } from '../support/test-wallet.ts'
import type { WalletScreen } from '../support/wallet-screen.ts'

/** What a situation is made with. */
export interface Scene {
  page: Page
  wallet: WalletScreen
  testWallet: TestWallet
}

export interface Situation {
  /** How far the wallet is: `check` is a $10 top-up before it is confirmed. */
  from: 'nothing' | 'connect' | 'sign in' | 'choose' | 'check'
  /** The element that says it, by its role. */
  role: 'alert' | 'status' | 'list' | 'region'
  /** Its words. */
  says: readonly string[]
  /** Gives the page that shows it, when that is another one. */
  arrange?: (scene: Scene) => Promise<WalletScreen | void>
  /** How it goes on when its cause is gone; a top-up is credited then. */
  mend?: (scene: Scene) => Promise<void>
  /** How often the wallet was asked to sign a payment in the end. */
  asked: number
}

export const TOP_UP = '**/x402/top-up'
export const BALANCE = '**/x402/balance/**'

const isPayment = (route: Route) => route.request().headers()['payment-signature'] !== undefined

/** Answers every payment; what asks for the ways to pay passes. */
export const onPayments = (page: Page, act: (route: Route) => Promise<void>) =>
  page.route(TOP_UP, (route) => (isPayment(route) ? act(route) : route.continue()))

/** Answers what is sent with a signed header by a refusal; what is sent without it passes. */
export const refusing =
  (header: 'sign-in-with-x' | 'payment-signature', status: number, body: object) =>
  (route: Route): Promise<void> =>
    route.request().headers()[header] === undefined
      ? route.continue()
      : route.fulfill({ status, json: body })

/** A sign-in that came too late, as the service refuses it. */
export const refusedSignIn = refusing('sign-in-with-x', 401, {
  error: 'refused',
  code: 'X402_SIGN_IN_EXPIRED',
})

/** Changes the JSON of every 402 of a route; a header that would contradict it is left out. */
export function changed(change: (body: Record<string, unknown>) => unknown) {
  return async (route: Route): Promise<void> => {
    const response = await route.fetch()
    if (response.status() !== 402) return route.fulfill({ response })
    const { 'payment-required': _, ...headers } = response.headers()
    const body = change((await response.json()) as Record<string, unknown>)
    return route.fulfill({ status: 402, headers, body: JSON.stringify(body) })
  }
}

/** Changes what the API offers on the EVM chain. */
export const evmOffer = (change: Record<string, string>) =>
  changed((body) => ({
    ...body,
    accepts: (body['accepts'] as { network: string }[]).map((offer) =>
      offer.network.startsWith('eip155') ? { ...offer, ...change } : offer,
    ),
  }))

/** What the browser gives the page for 'full disk', bytes; it is counted from when the page opens. */
export const SMALL_QUOTA = 2_000_000

/** Sets the room of a page's origin; undefined for what it had. */
export async function setQuota(page: Page, origin: string, quotaSize?: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const room = quotaSize === undefined ? {} : { quotaSize }
  await session.send('Storage.overrideQuotaForOrigin', { origin, ...room })
}
