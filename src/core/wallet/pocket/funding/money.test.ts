import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
} from '../../../../../service/testing/service-without-port.ts'
import { paymentDatabase } from '../../../storage/payments/payment-database.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { TestStorage } from '../../../storage/testing/test-storage.ts'
import { connectWallet } from '../../session/drivers.ts'
import { rpcError } from '../../session/eip-1193.ts'
import { resumeAll } from '../../state/top-up.ts'
import { readPayments } from '../../top-up/flow.ts'
import {
  createPocketAccount,
  type KeyPlace,
  lockPocket,
  pocketChoice,
  setPocketLimits,
} from '../pocket-account.ts'
import { type ChainWorld, openChainWorld } from '../testing/chain-world.ts'
import { fakePocketBrowser } from '../testing/fake-pocket.ts'
import { browserLocks } from '../testing/faulty-calls.ts'
import { mainEvmWallet, mainSolanaWallet } from '../testing/main-wallets.ts'
import { type MoneyPage, openMoneyPage } from '../testing/money-page.ts'
import { fundFromWallet, pocketUsdc, watchArrival } from './fund.ts'
import { sendBack } from './send-back.ts'
import { topUpArrived, topUpFromPocket } from './top-up.ts'

const { signal } = new AbortController()
const LIMITS = { ceilingMicroUsd: 20_000_000, dailyMicroUsd: 20_000_000, perRequestMicroUsd: 1 }

let service: ReturnType<typeof serviceWithoutPort>
let world: ChainWorld

beforeAll(async () => {
  service = serviceWithoutPort()
  world = await openChainWorld(service, ORIGIN_WITHOUT_PORT)
})
afterAll(() => service.close())
beforeEach(async () => {
  vi.stubGlobal('localStorage', new TestStorage())
  vi.stubGlobal('fetch', world.openClient().world.fetch)
  await (await paymentDatabase()).clear('intents')
})

/** A page with an account on a network, and a wallet of the person that has $100 there. */
async function openPage(family: 'evm' | 'solana', keyPlace: KeyPlace = 'vault') {
  const main = family === 'evm' ? mainEvmWallet(world) : mainSolanaWallet()
  await world.faucet(main.address, family)
  const pockets = await fakePocketBrowser()
  const browser = { world, pockets, locks: browserLocks(), main: { [family]: main.driver } }
  const page = await openMoneyPage(browser)
  const account = await createPocketAccount(page.pocket, {
    network: world.networks[family],
    baseUrl: `${ORIGIN_WITHOUT_PORT}/api/v1`,
    limits: LIMITS,
    keyPlace,
  })
  return { ...page, main, account, openTab: () => openMoneyPage(browser) }
}

const onChain = ({ wallet }: MoneyPage, { networkId }: PocketAccount, address: string) =>
  pocketUsdc(wallet, { networkId, address })

describe.each(['evm', 'solana'] as const)('the money of a pocket account on %s', (family) => {
  it('comes from a wallet in one prompt, tops up without one, and goes back in one', async () => {
    const page = await openPage(family)
    const { wallet, pocket, main, account } = page
    const { choice } = main
    const arrival = watchArrival(wallet, account, { moreThan: 0n, signal })
    await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: 7_000_000 })
    expect(await arrival).toEqual({ state: 'arrived', atomic: 7_000_000n })
    expect(main.prompts).toHaveLength(1)
    expect(pocket.store.getState().accounts?.[0]?.fundedFrom).toBe(main.address)

    await connectWallet(wallet, pocketChoice(account))
    await topUpFromPocket(wallet, account.networkId, 5_000_000)
    const [payment] = await wallet.paymentLog.list()
    expect(payment).toMatchObject({ state: 'credited', wallet: account.address })
    expect(payment?.end).toMatchObject({ balanceMicroUsd: 5_000_000 })
    expect(await pocketUsdc(wallet, account)).toBe(2_000_000n)
    expect(main.prompts, 'a top-up needs no prompt').toHaveLength(1)

    const back = await sendBack(wallet, pocket, { account, choice, signal })
    expect(back.microUsd).toBe(2_000_000)
    expect(main.prompts).toHaveLength(2)
    expect(await pocketUsdc(wallet, account)).toBe(0n)
    expect(await onChain(page, account, main.address)).toBe(95_000_000n)
    await expect(sendBack(wallet, pocket, { account, choice, signal })).rejects.toMatchObject({
      kind: 'nothing_left',
    })
  })

  it('is topped up when it arrives, whatever is on the screen, and says why where it is not', async () => {
    const { wallet, pocket, main, account } = await openPage(family)
    const { choice } = main
    await setPocketLimits(pocket, account.id, { ...LIMITS, dailyMicroUsd: 10_000_000 })
    await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: 5_000_000 })
    expect(await topUpArrived(wallet, pocket, account, 5_000_000)).toMatch(/Another wallet/)
    await connectWallet(wallet, pocketChoice(account))
    expect(await topUpArrived(wallet, pocket, account, 5_000_000)).toBeUndefined()
    // The receipt of the first is still there.
    await readPayments(wallet.payments, wallet.paymentLog)
    expect(wallet.view.getState().flow).toMatchObject({ step: 'follow' })
    await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: 6_000_000 })
    expect(await topUpArrived(wallet, pocket, account, 6_000_000)).toBeUndefined()
    const payments = await wallet.paymentLog.list()
    expect(payments.map(({ state }) => state)).toEqual(['credited', 'credited'])
    expect(payments[0]?.end).toMatchObject({ balanceMicroUsd: 10_000_000 })
    expect(await topUpArrived(wallet, pocket, account, 1_000_000)).toMatch(/daily limit of \$10.00/)
  })

  it('is not topped up by itself while its account has DIEM, which is spent first', async () => {
    const { wallet, pocket, main, account } = await openPage(family)
    const { choice } = main
    await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: 5_000_000 })
    await connectWallet(wallet, pocketChoice(account))
    const owner = `${account.origin} ${account.address}`
    const reading = { owner, at: Date.now(), microUsd: 0, source: 'balance' } as const
    wallet.view.setState({ balances: [{ ...reading, microDiem: 3_500_000 }] })
    expect(await topUpArrived(wallet, pocket, account, 5_000_000)).toMatch(/3\.50 DIEM before USD/)
    await topUpFromPocket(wallet, account.networkId, 5_000_000)
    expect(await wallet.paymentLog.list()).toEqual([])
    expect(await pocketUsdc(wallet, account)).toBe(5_000_000n)
  })

  it('is never more than the ceiling, also while a transfer is on its way', async () => {
    const { wallet, pocket, main, account } = await openPage(family)
    const { choice } = main
    const fund = (amountMicroUsd: number) =>
      fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd })
    await expect(fund(20_000_001)).rejects.toMatchObject({ kind: 'limit' })
    // The wallet says nothing of whether it sent, and the network shows nothing yet.
    main.onPrompt = () => Promise.reject(new Error('The connection was lost.'))
    await expect(fund(15_000_000)).rejects.toMatchObject(
      family === 'evm' ? { kind: 'maybe_sent' } : { kind: 'gone' },
    )
    main.onPrompt = (proceed) => proceed()
    if (family === 'evm') {
      await expect(fund(15_000_000)).rejects.toMatchObject({
        kind: 'limit',
        advice: { title: 'Over ceiling', meaning: expect.stringContaining('$5.00 left') as string },
      })
      await fund(5_000_000)
    } else await fund(20_000_000)
    await expect(fund(1)).rejects.toMatchObject({ kind: 'limit' })
  })

  it('behavior: a wallet that refuses, or is too poor, moves nothing, and says so', async () => {
    const { wallet, pocket, main, account } = await openPage(family)
    const { choice } = main
    const given = { account, choice, amountMicroUsd: 6_000_000 }
    main.onPrompt = () => Promise.reject(rpcError(4001, 'User rejected the request.'))
    await expect(fundFromWallet(wallet, pocket, given)).rejects.toMatchObject({ kind: 'rejected' })
    const poor = family === 'evm' ? mainEvmWallet(world) : mainSolanaWallet()
    Object.assign(main.driver, poor.driver)
    await expect(fundFromWallet(wallet, pocket, given)).rejects.toMatchObject({
      kind: 'too_little',
      advice: { title: 'Not enough USDC' },
    })
    expect(poor.prompts).toEqual([])

    expect(await pocketUsdc(wallet, account)).toBe(0n)
  })

  it('behavior: two tabs that fund at once prompt once', async () => {
    const page = await openPage(family)
    const { main, account } = page
    const given = { account, choice: main.choice, amountMicroUsd: 6_000_000 }
    let confirm = () => {}
    const confirmed = new Promise<void>((resolve) => (confirm = resolve))
    const prompted = new Promise<void>((resolve) => {
      main.onPrompt = async (proceed) => {
        resolve()
        await confirmed
        return proceed()
      }
    })
    const first = fundFromWallet(page.wallet, page.pocket, given)
    await prompted
    const other = await page.openTab()
    await expect(fundFromWallet(other.wallet, other.pocket, given)).rejects.toMatchObject({
      kind: 'in_progress',
    })
    confirm()
    await first
    expect(main.prompts).toHaveLength(1)
    expect(await pocketUsdc(page.wallet, account)).toBe(6_000_000n)
  })

  it('behavior: an account that was in memory alone is gone with its page, a top-up that it signed is credited', async () => {
    const page = await openPage(family, 'memory')
    const { wallet, pocket, main, account } = page
    const { choice } = main
    await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: 6_000_000 })
    await connectWallet(wallet, pocketChoice(account))
    const signed = new Promise<void>((resolve) => {
      wallet.api.topUp = () => {
        resolve()
        return new Promise(() => undefined)
      }
    })
    void topUpFromPocket(wallet, account.networkId, 5_000_000)
    await signed
    page.close()
    const next = await page.openTab()
    await resumeAll(next.wallet)
    expect(await next.wallet.paymentLog.list()).toEqual([
      expect.objectContaining({ state: 'credited', wallet: account.address }),
    ])
    await expect(
      sendBack(next.wallet, next.pocket, { account, choice, signal }),
    ).rejects.toMatchObject({ kind: 'gone' })
  })

  it('is not sent back while a top-up that was signed is not settled', async () => {
    const page = await openPage(family)
    const { wallet, pocket, main, account } = page
    const { choice } = main
    await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: 6_000_000 })
    await connectWallet(wallet, pocketChoice(account))
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const { topUp } = wallet.api
    const sent = new Promise<void>((resolve) => {
      wallet.api.topUp = async (...asked) => {
        resolve()
        await arrived
        return topUp(...asked)
      }
    })
    const paying = topUpFromPocket(wallet, account.networkId, 5_000_000)
    await sent
    const other = await page.openTab()
    await expect(
      sendBack(other.wallet, other.pocket, { account, choice, signal }),
    ).rejects.toMatchObject({ kind: 'open_top_up' })
    arrive()
    await paying
    const back = await sendBack(wallet, pocket, { account, choice, signal })
    expect(back.microUsd).toBe(1_000_000)
  })

  it('behavior: a top-up above the daily limit, or to a changed recipient, is signed by nobody', async () => {
    const { wallet, pocket, main, account } = await openPage(family)
    const { choice } = main
    await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: 12_000_000 })
    await connectWallet(wallet, pocketChoice(account))
    await setPocketLimits(pocket, account.id, { ...LIMITS, dailyMicroUsd: 6_000_000 })
    await topUpFromPocket(wallet, account.networkId, 7_000_000)
    expect(wallet.view.getState().flow).toMatchObject({
      step: 'check',
      notice: { kind: 'refused', advice: { title: 'Over daily limit' } },
    })
    const { topUpRequirements } = wallet.api
    wallet.api.topUpRequirements = async (...asked) => {
      const terms = await topUpRequirements(...asked)
      const payTo = main.address
      return 'required' in terms
        ? {
            ...terms,
            required: {
              ...terms.required,
              accepts: terms.required.accepts.map((one) => ({ ...one, payTo })),
            },
          }
        : terms
    }
    await topUpFromPocket(wallet, account.networkId, 5_000_000)
    expect(wallet.view.getState().flow).toMatchObject({ step: 'check' })
    expect((await wallet.paymentLog.list()).filter(({ signedAt }) => signedAt)).toEqual([])
    expect(await pocketUsdc(wallet, account)).toBe(12_000_000n)
  })

  it('goes nowhere while the account is locked', async () => {
    const { wallet, pocket, main, account } = await openPage(family)
    const { choice } = main
    await fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: 6_000_000 })
    await connectWallet(wallet, pocketChoice(account))
    lockPocket(pocket)
    const stop = new AbortController()
    const sending = sendBack(wallet, pocket, { account, choice, signal: stop.signal })
    stop.abort()
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
    expect(main.prompts).toHaveLength(1)
    expect(await pocketUsdc(wallet, account)).toBe(6_000_000n)
  })
})
