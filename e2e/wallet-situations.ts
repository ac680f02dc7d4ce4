import type { Page, Route } from '@playwright/test'

import type { TestWallet } from './test-wallet.ts'
import type { WalletScreen } from './wallet-screen.ts'

/** Everything that may come up between a wallet and its credit. */
export type SituationName =
  | 'no wallet'
  | 'several wallets'
  | 'rejected'
  | 'silent wallet'
  | 'request already pending'
  | 'wrong chain'
  | 'account switched in mid-flow'
  | 'challenge fails a check'
  | 'session refused'
  | 'USDC short'
  | 'balance unreadable'
  | 'contract wallet'
  | 'receiver changed'
  | 'price changed'
  | 'signed but not sent'
  | 'sent without answer'
  | 'refused with reason'
  | 'settled but not credited yet'
  | 'another tab paying'
  | 'full disk'
  | 'offline'

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
  role: 'alert' | 'status' | 'dialog' | 'region'
  /** Its words. */
  says: readonly string[]
  /** Gives the page that shows it, when that is another one. */
  arrange?: (scene: Scene) => Promise<WalletScreen | void>
  /** How it goes on when its cause is gone; a top-up is credited then. */
  mend?: (scene: Scene) => Promise<void>
  /** How often the wallet was asked to sign a payment in the end. */
  asked: number
}

const TOP_UP = '**/x402/top-up'
const BALANCE = '**/x402/balance/**'

const isPayment = (route: Route) => route.request().headers()['payment-signature'] !== undefined

/** Answers every payment; what asks for the ways to pay passes. */
const onPayments = (page: Page, act: (route: Route) => Promise<void>) =>
  page.route(TOP_UP, (route) => (isPayment(route) ? act(route) : route.continue()))

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
const evmOffer = (change: Record<string, string>) =>
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

/** Fills the disk with something that is not ours, until not even a small record fits. */
function fillDisk({ page }: Scene): Promise<void> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('filler')
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('bytes', { autoIncrement: true })
      opening.onsuccess = () => resolve(opening.result)
    })
    const fits = (bytes: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = db.transaction('bytes', 'readwrite', { durability: 'strict' })
        transaction.objectStore('bytes').add(crypto.getRandomValues(new Uint8Array(bytes)))
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => resolve(false)
      })
    for (const bytes of [65_536, 8192, 1024, 64]) while (await fits(bytes)) continue
    db.close()
  })
}

const connectDialog = ({ page }: Scene) =>
  page.getByRole('button', { name: 'Connect wallet', exact: true }).click()

/** Each has words of its own; a name without an entry does not compile. */
export const SITUATIONS: Record<SituationName, Situation> = {
  'no wallet': {
    from: 'nothing',
    role: 'dialog',
    says: [
      'No Ethereum wallet answered in this browser',
      'No Solana wallet answered in this browser',
    ],
    arrange: connectDialog,
    asked: 0,
  },
  'several wallets': {
    from: 'connect',
    role: 'dialog',
    says: ['Second wallet', 'Test wallet'],
    arrange: connectDialog,
    asked: 0,
  },
  rejected: {
    from: 'check',
    role: 'alert',
    says: ['You declined in your wallet', 'Nothing was signed and nothing was sent'],
    arrange: async ({ wallet, testWallet }) => {
      testWallet.failNext('eth_signTypedData_v4', 4001)
      await wallet.confirm.click()
    },
    mend: ({ wallet }) => wallet.confirm.click(),
    asked: 2,
  },
  'silent wallet': {
    from: 'check',
    role: 'region',
    says: ['Your wallet has not answered', 'without a signature nothing is paid'],
    arrange: async ({ page, wallet, testWallet }) => {
      testWallet.silence('eth_signTypedData_v4')
      await wallet.confirm.click()
      await page.getByText('Waiting for Test wallet').waitFor()
      await page.clock.fastForward(16_000)
    },
    mend: async ({ page, wallet }) => {
      await page.getByRole('button', { name: 'Stop waiting' }).click()
      await wallet.confirm.click()
    },
    asked: 2,
  },
  'request already pending': {
    from: 'check',
    role: 'alert',
    says: ['Your wallet has a question open already', 'answer or dismiss what it shows'],
    arrange: async ({ wallet, testWallet }) => {
      testWallet.failNext('eth_signTypedData_v4', -32002)
      await wallet.confirm.click()
    },
    mend: ({ wallet }) => wallet.confirm.click(),
    asked: 2,
  },
  'wrong chain': {
    from: 'choose',
    role: 'region',
    says: ['Your wallet is not on Base Sepolia', 'Switch to Base Sepolia'],
    arrange: async ({ page, wallet, testWallet }) => {
      await testWallet.change(page, { chainId: 8453 })
      await wallet.check()
    },
    mend: async ({ page, wallet }) => {
      await page.getByRole('button', { name: 'Switch to Base Sepolia' }).click()
      await wallet.confirm.click()
    },
    asked: 1,
  },
  'account switched in mid-flow': {
    from: 'check',
    role: 'alert',
    says: ['Your wallet changed to another account', 'Nothing was paid'],
    arrange: ({ page, testWallet }) => testWallet.change(page, { account: 1 }),
    asked: 0,
  },
  'challenge fails a check': {
    from: 'sign in',
    role: 'alert',
    says: ['The sign-in challenge fails a check', 'Your wallet was not asked', 'issuedAt'],
    arrange: async ({ page, wallet }) => {
      const old = (body: unknown) =>
        JSON.parse(
          JSON.stringify(body).replaceAll(/"issuedAt":"20\d\d/g, '"issuedAt":"2001'),
        ) as unknown
      await page.route(BALANCE, changed(old))
      await wallet.signIn.click()
    },
    asked: 0,
  },
  'session refused': {
    from: 'sign in',
    role: 'alert',
    says: ['401', 'older than five minutes'],
    arrange: async ({ page, wallet }) => {
      await page.route(BALANCE, (route) =>
        route.request().headers()['sign-in-with-x'] === undefined
          ? route.continue()
          : route.fulfill({
              status: 401,
              contentType: 'application/json',
              body: '{"error":"refused","code":"X402_SIGN_IN_EXPIRED"}',
            }),
      )
      await wallet.signIn.click()
    },
    asked: 0,
  },
  'USDC short': {
    from: 'choose',
    role: 'region',
    says: ['The wallet holds $100.00 in USDC, which is less than the amount'],
    arrange: async ({ page, wallet }) => {
      await page.getByLabel('or another amount, USD').fill('250')
      await wallet.topUp.click()
    },
    asked: 0,
  },
  'balance unreadable': {
    from: 'choose',
    role: 'region',
    says: ['What your wallet holds on Base Sepolia cannot be read here, so it was not checked'],
    arrange: async ({ page, wallet }) => {
      await page.route('**/local/rpc/evm', (route) => route.abort())
      await wallet.check()
    },
    mend: async ({ page, wallet }) => {
      await wallet.confirm.click()
      await page.unroute('**/local/rpc/evm')
    },
    asked: 1,
  },
  'contract wallet': {
    from: 'check',
    role: 'region',
    says: ['Your wallet is a contract', 'if this one refuses, nothing is paid'],
    mend: ({ wallet }) => wallet.confirm.click(),
    asked: 1,
  },
  'receiver changed': {
    from: 'choose',
    role: 'region',
    says: ['The receiver changed since you chose the amount', 'Go back'],
    arrange: async ({ page, wallet }) => {
      await page.route(TOP_UP, evmOffer({ payTo: '0x00000000000000000000000000000000000000b2' }))
      await wallet.check()
    },
    asked: 0,
  },
  'price changed': {
    from: 'choose',
    role: 'region',
    says: ['The least that this API takes changed since you chose, from $5.00 to $20.00'],
    arrange: async ({ page, wallet }) => {
      await page.route(TOP_UP, evmOffer({ amount: '20000000' }))
      await wallet.check('$25')
    },
    asked: 0,
  },
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
    says: ['No certain answer yet (unreachable); asking again'],
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
      'The service refused it: 400 PAYMENT_VERIFICATION_FAILED',
      'The wallet holds too little USDC',
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
    says: ['On the chain, not credited yet', 'Do not pay again'],
    arrange: async ({ page, wallet }) => {
      await onPayments(page, async (route) => {
        await route.fetch()
        await route.fulfill({
          status: 504,
          contentType: 'application/json',
          body: '{"error":"SETTLEMENT_TIMEOUT","message":"It may still land."}',
        })
      })
      await wallet.confirm.click()
    },
    mend: ({ page }) => page.unroute(TOP_UP),
    asked: 1,
  },
  'another tab paying': {
    from: 'check',
    role: 'alert',
    says: ['Another tab is paying from this wallet', 'this tab shows the result'],
    arrange: async ({ wallet, testWallet }) => {
      const other = await wallet.inAnotherTab()
      await other.signedIn()
      await other.check()
      testWallet.silence('eth_signTypedData_v4')
      await wallet.confirm.click()
      await wallet.page.getByText('Waiting for Test wallet').waitFor()
      await other.confirm.click()
      return other
    },
    asked: 1,
  },
  'full disk': {
    from: 'check',
    role: 'alert',
    says: ['The journal cannot be written', 'its disk is full', 'Nothing was paid'],
    arrange: async (scene) => {
      await fillDisk(scene)
      await scene.wallet.confirm.click()
    },
    mend: async ({ page, wallet }) => {
      await page.evaluate(() => indexedDB.deleteDatabase('filler'))
      await setQuota(page, new URL(page.url()).origin)
      await wallet.confirm.click()
    },
    asked: 1,
  },
  offline: {
    from: 'check',
    role: 'alert',
    says: ['You are offline', 'Nothing was signed'],
    arrange: async ({ page, wallet }) => {
      await page.context().setOffline(true)
      await wallet.confirm.click()
    },
    mend: async ({ page, wallet }) => {
      await page.context().setOffline(false)
      await wallet.confirm.click()
    },
    asked: 1,
  },
}
