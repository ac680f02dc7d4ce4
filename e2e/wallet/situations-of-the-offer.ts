import { expect } from '@playwright/test'

import {
  BALANCE,
  changed,
  evmOffer,
  refusedSignIn,
  type Scene,
  type Situation,
  TOP_UP,
} from './wallet-scene.ts'

/** Leads to the choices, which are in view. */
const chooseWallet = ({ page }: Scene) =>
  page.getByRole('button', { name: 'Connect wallet', exact: true }).click()

/** The wallet, the sign-in and the offer, up to the press on "Confirm and sign". */
export const OF_THE_OFFER = {
  'no wallet': {
    from: 'nothing',
    role: 'region',
    says: ['No Ethereum wallet detected', 'No Solana wallet detected', 'MetaMask', 'Phantom'],
    arrange: chooseWallet,
    asked: 0,
  },
  'several wallets': {
    from: 'connect',
    role: 'list',
    says: ['Second wallet', 'Test wallet'],
    arrange: chooseWallet,
    asked: 0,
  },
  'wrong chain': {
    from: 'choose',
    role: 'region',
    says: ["Your wallet isn't on Base Sepolia", 'Switch to Base Sepolia'],
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
    says: ['Wallet account changed', 'Nothing was paid'],
    arrange: ({ page, testWallet }) => testWallet.change(page, { account: 1 }),
    asked: 0,
  },
  'challenge fails a check': {
    from: 'sign in',
    role: 'alert',
    says: ['Sign-in for another domain', "Your wallet wasn't prompted", 'evil.example'],
    arrange: async ({ page, wallet }) => {
      const foreign = (body: unknown) =>
        JSON.parse(
          JSON.stringify(body).replaceAll(/"domain":"[^"]*"/g, '"domain":"evil.example"'),
        ) as unknown
      await page.route(BALANCE, changed(foreign))
      await wallet.signIn.click()
    },
    asked: 0,
  },
  'session refused': {
    from: 'sign in',
    role: 'alert',
    says: ['401', 'older than five minutes'],
    arrange: async ({ page, wallet }) => {
      await page.route(BALANCE, refusedSignIn)
      await wallet.signIn.click()
    },
    asked: 0,
  },
  'USDC short': {
    from: 'choose',
    role: 'region',
    says: ['The wallet has $100.00 in USDC, less than the amount'],
    arrange: async ({ page, wallet }) => {
      await page.getByLabel('Other amount (USD)').fill('250')
      await expect(wallet.topUp).toBeDisabled()
    },
    asked: 0,
  },
  'balance unreadable': {
    from: 'choose',
    role: 'region',
    says: ["Couldn't read your balance on Base Sepolia, so it wasn't checked"],
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
    says: ['This is a smart account', 'it refuses and nothing is paid'],
    mend: ({ wallet }) => wallet.confirm.click(),
    asked: 1,
  },
  'receiver changed': {
    from: 'choose',
    role: 'region',
    says: ["Not the local service's recipient", "don't pay"],
    arrange: async ({ page, wallet }) => {
      await page.route(TOP_UP, evmOffer({ payTo: '0x00000000000000000000000000000000000000b2' }))
      await wallet.check()
    },
    asked: 0,
  },
  'price changed': {
    from: 'choose',
    role: 'region',
    says: ['The minimum changed from $5.00 to $20.00 since you chose'],
    arrange: async ({ page, wallet }) => {
      await expect(page.getByText('From $5.00')).toBeVisible()
      await page.route(TOP_UP, evmOffer({ amount: '20000000' }))
      await wallet.check('$25')
    },
    asked: 0,
  },
} satisfies Record<string, Situation>
