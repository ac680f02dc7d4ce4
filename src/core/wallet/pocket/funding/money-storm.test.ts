import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { walletOwner } from '../../../../../service/app/money/payments/payment-store.ts'
import { createLedger } from '../../../../../service/node/storage/sql-ledger.ts'
import {
  ORIGIN_WITHOUT_PORT,
  serviceWithoutPort,
} from '../../../../../service/testing/service-without-port.ts'
import { payeeOf } from '../../../client/connection/wallet-config.ts'
import { paymentDatabase } from '../../../storage/payments/payment-database.ts'
import { isOpen } from '../../../storage/payments/payment-intent.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { TestStorage } from '../../../storage/testing/test-storage.ts'
import { connectWallet } from '../../session/drivers.ts'
import type { EvmDriver, SolanaDriver } from '../../session/wallet-session.ts'
import { resumeAll } from '../../state/top-up.ts'
import { createPocketAccount, pocketChoice } from '../pocket-account.ts'
import { type ChainWorld, openChainWorld } from '../testing/chain-world.ts'
import { fakePocketBrowser } from '../testing/fake-pocket.ts'
import { browserLocks, type CallFault } from '../testing/faulty-calls.ts'
import { mainEvmWallet, mainSolanaWallet, type TestMainWallet } from '../testing/main-wallets.ts'
import { type MoneyPage, openMoneyPage } from '../testing/money-page.ts'
import { fundFromWallet, pocketUsdc } from './fund.ts'
import { sendBack } from './send-back.ts'
import { topUpFromPocket } from './top-up.ts'

/** Runs on each network, every one interrupted once to three times; `npm run bench -- soak` has ten times as many. */
const RUNS = Number(process.env['SOAK_STORMS'] ?? 30)
/** Runs that $100 of a main wallet is enough for. */
const RUNS_PER_WALLET = 15

const FUNDED = 6_000_000
const TOPPED_UP = 5_000_000
const LIMITS = {
  ceilingMicroUsd: 50_000_000,
  dailyMicroUsd: 50_000_000,
  perRequestMicroUsd: 1_000_000,
}
const HOW: readonly CallFault[] = ['fails', 'fails after', 'page dies', 'page dies after']
/** What pays: the first runs interrupt each of these in every way. */
const AIMED = ['sign', 'record', 'top-up'].flatMap((call) => HOW.map((how) => ({ call, how })))
const { signal } = new AbortController()

type Family = 'evm' | 'solana'
type Main = TestMainWallet<EvmDriver> | TestMainWallet<SolanaDriver>
type Browser = Parameters<typeof openMoneyPage>[0]

let service: ReturnType<typeof serviceWithoutPort>
let world: ChainWorld

beforeAll(async () => {
  vi.stubGlobal('localStorage', new TestStorage())
  service = serviceWithoutPort()
  world = await openChainWorld(service, ORIGIN_WITHOUT_PORT)
  vi.stubGlobal('fetch', world.openClient().world.fetch)
})
afterAll(() => service.close())

/** What a person does with a page, from wherever things are: fund, top up once, send back. Problems are in words. */
async function act(page: MoneyPage, account: PocketAccount, main: Main): Promise<void> {
  const { wallet, pocket } = page
  const { choice } = main
  await resumeAll(wallet)
  const isPaid = async () => (await ended(account)).some(({ state }) => state === 'credited')
  if (!(await isPaid())) {
    const there = Number((await pocketUsdc(wallet, account)) ?? 0n)
    if (there < TOPPED_UP)
      await words(fundFromWallet(wallet, pocket, { account, choice, amountMicroUsd: FUNDED }))
    await connectWallet(wallet, pocketChoice(account))
    await topUpFromPocket(wallet, account.networkId, TOPPED_UP)
  }
  if (await isPaid()) await words(sendBack(wallet, pocket, { account, choice, signal }))
}

async function words(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    expect(error).toMatchObject({ advice: { title: expect.any(String) } })
  }
}

/** All payments of an account, as they are stored. */
async function ended({ address }: PocketAccount) {
  const all = await (await paymentDatabase()).getAll('intents')
  return all.filter(({ wallet }) => wallet === address)
}

/** As the service writes it. */
function ownerOf({ family, address }: PocketAccount): string {
  return walletOwner(family === 'evm' ? address.toLowerCase() : address)
}

async function newAccount(family: Family, browser: Browser): Promise<PocketAccount> {
  const page = await openMoneyPage(browser)
  const account = await createPocketAccount(page.pocket, {
    network: world.networks[family],
    baseUrl: `${ORIGIN_WITHOUT_PORT}/api/v1`,
    limits: LIMITS,
    keyPlace: 'vault',
  })
  page.close()
  return account
}

/** What everybody has, micro-USD. */
async function holdings(browser: Browser, family: Family, account: PocketAccount, main: Main) {
  const { wallet } = await openMoneyPage(browser)
  const { id } = world.networks[family]
  const on = async (address: string) => Number(await pocketUsdc(wallet, { networkId: id, address }))
  return {
    pocket: await on(account.address),
    main: await on(main.address),
    merchant: await on(payeeOf(world.local, id) ?? ''),
    credit: (await createLedger(service.database).balance(ownerOf(account))).microUsd,
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe.each(['evm', 'solana'] as const)('a pocket account on %s', (family) => {
  it(
    `behavior: ${RUNS} interrupted runs each pay once, are credited once and lose nothing`,
    { timeout: 900_000 },
    async () => {
      let main: Main | undefined
      // What a run leaves is what the next one begins with, until there is another main wallet.
      let before: Awaited<ReturnType<typeof holdings>> | undefined
      let calls: readonly string[] = []
      const hit = new Set<string>()
      for (let run = 0; run <= RUNS; run += 1) {
        if (main === undefined || run % RUNS_PER_WALLET === 0) {
          main = family === 'evm' ? mainEvmWallet(world) : mainSolanaWallet()
          await world.faucet(main.address, family)
          before = undefined
        }
        await (await paymentDatabase()).clear('intents')
        const browser: Browser = {
          world,
          pockets: await fakePocketBrowser(),
          locks: browserLocks(),
          main: { [family]: main.driver },
        }
        const account = await newAccount(family, browser)
        before ??= await holdings(browser, family, account, main)
        const random = randomFrom(run)
        // The first run is not disturbed: it tells how many calls there are.
        const interruptions = run === 0 ? 0 : 1 + Math.floor(random() * 3)
        for (let page = 0; page < interruptions; page += 1) {
          const aimed = page === 0 ? AIMED[run - 1] : undefined
          const places = [...calls.keys()].filter(
            (place) => aimed === undefined || calls[place] === aimed.call,
          )
          const how = aimed?.how ?? HOW[Math.floor(random() * HOW.length)] ?? 'page dies'
          const at = 1 + (places[Math.floor(random() * places.length)] ?? 0)
          const disturbed = await openMoneyPage(browser, { at, how })
          await Promise.race([act(disturbed, account, main), disturbed.died])
          hit.add(`${disturbed.calls[at - 1]} ${how}`)
          // What was on its way to the service or the network gets there.
          for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done))
          disturbed.close()
        }
        const last = await openMoneyPage(browser)
        await act(last, account, main)
        if (run === 0) calls = last.calls.slice()
        // What a fault left, such as a transfer that was refused, is begun again by a press.
        for (let press = 0; press < 2; press += 1) await act(last, account, main)
        last.close()

        const after = await holdings(browser, family, account, main)
        const what = `run ${run}`
        expect(after, what).toEqual({
          pocket: 0,
          main: before.main - TOPPED_UP,
          merchant: before.merchant + TOPPED_UP,
          credit: TOPPED_UP,
        })
        before = after
        const payments = await ended(account)
        expect(payments.filter(isOpen), what).toEqual([])
        expect(
          payments.filter(({ state }) => state === 'credited'),
          what,
        ).toHaveLength(1)
      }
      // Every fault hit what pays, at least once.
      for (const { call, how } of AIMED) expect(hit).toContain(`${call} ${how}`)
    },
  )
})
