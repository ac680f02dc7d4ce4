import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'

import { BASE, BASE_SEPOLIA, SOLANA, SOLANA_DEVNET } from '../../../../contract/wallet/networks.ts'
import {
  type Authorization,
  newAuthorization,
} from '../../../../contract/wallet/payment/payment-payload.ts'
import { mintSignIn, parseSignInText, signInText } from '../../../../contract/wallet/sign-in.ts'
import { TestStorage } from '../../storage/testing/test-storage.ts'
import { readUsdcTransfer, type UsdcTransfer, usdcTransfer } from '../chain/usdc-transfer.ts'
import { cosignSendBack, signSendBack } from './funding/send-back.ts'
import { createPocketAccount, pocketChoice } from './pocket-account.ts'
import { PocketFault } from './pocket-fault.ts'
import { fakePocketBrowser, PROOF } from './testing/fake-pocket.ts'

const BASE_URL = 'http://127.0.0.1:4310/api/v1'
const ORIGIN = new URL(BASE_URL).origin
const PAYEE = '0x2222222222222222222222222222222222222222'
const MAIN = '0x3333333333333333333333333333333333333333'
const OTHER = '0x6666666666666666666666666666666666666666'
const SOLANA_PAYEE = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const SOLANA_MAIN = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const SOLANA_OTHER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'
const NONCE = `0x${'ab'.repeat(32)}`

beforeEach(() => {
  vi.stubGlobal('localStorage', new TestStorage())
})

async function withAccount(network: typeof BASE_SEPOLIA | typeof SOLANA_DEVNET) {
  const browser = await fakePocketBrowser()
  browser.payees.set(`${ORIGIN} ${BASE_SEPOLIA.id}`, PAYEE)
  browser.payees.set(`${ORIGIN} ${SOLANA_DEVNET.id}`, SOLANA_PAYEE)
  const tab = browser.openTab()
  await tab.vault.setUp(PROOF)
  const account = await createPocketAccount(tab.pocket, {
    network,
    baseUrl: BASE_URL,
    limits: {
      ceilingMicroUsd: 50_000_000,
      dailyMicroUsd: 50_000_000,
      perRequestMicroUsd: 50_000_000,
    },
    keyPlace: 'vault',
  })
  await tab.drivers[account.family].connect(pocketChoice(account).id)
  return { browser, tab, account, now: browser.clock.now }
}

async function isRefused(signing: Promise<unknown>): Promise<boolean> {
  try {
    await signing
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(PocketFault)
    return true
  }
}

it('behind a relay signs for the API that a person agreed to, and for no other', async () => {
  const { tab, account, now } = await withAccount(BASE_SEPOLIA)
  const upstream = 'https://api.example'
  const signInAt = (origin: string) =>
    tab.drivers.evm.signText(
      account.address,
      signInText(
        mintSignIn({
          url: `${origin}/api/v1/chat/completions`,
          address: account.address,
          network: BASE_SEPOLIA,
          nowMs: now,
          nonce: 'a'.repeat(32),
        }),
      ) ?? '',
    )
  expect(await isRefused(signInAt(upstream))).toBe(true)
  tab.pocket.world.agreedUpstream = (baseUrl) => (baseUrl === BASE_URL ? upstream : undefined)
  expect(await signInAt(upstream)).toMatch(/^0x/)
  expect(await isRefused(signInAt('https://other.example'))).toBe(true)
})

it('behavior: no sign-in but its own is signed, whatever a page, link or server asks for', async () => {
  const { tab, account, now } = await withAccount(BASE_SEPOLIA)
  const sign = (text: string) => tab.drivers.evm.signText(account.address, text)
  const own = {
    url: `${BASE_URL}/chat/completions`,
    address: account.address,
    network: BASE_SEPOLIA,
    nowMs: now,
    nonce: 'a'.repeat(32),
  }
  const minted = mintSignIn(own)
  const text = (change: Partial<typeof minted>) => signInText({ ...minted, ...change }) ?? ''
  expect(await sign(text({}))).toMatch(/^0x/)
  const hostile = [
    ...[
      { url: 'https://evil.example/api/v1/chat/completions' },
      { url: 'http://127.0.0.1:4311/api/v1/chat/completions' },
      { url: 'https://127.0.0.1:4310/api/v1/chat/completions' },
      { address: OTHER },
      { network: BASE },
      { network: SOLANA_DEVNET },
      { nowMs: now - 120_000 },
      { nowMs: now + 120_000 },
      { nonce: 'short' },
      { nonce: 'x'.repeat(129) },
    ].map((change) => signInText(mintSignIn({ ...own, ...change })) ?? ''),
    text({ domain: 'evil.example' }),
    text({ uri: 'https://evil.example/' }),
    text({ uri: `${ORIGIN}/a?b=c` }),
    text({ uri: `${ORIGIN}/a#b` }),
    text({ uri: 'http://a:b@127.0.0.1:4310/' }),
    text({ uri: 'no address' }),
    text({ statement: 'I agree to transfer everything.' }),
    text({ statement: undefined }),
    text({ version: '2' }),
    text({ chainId: 'eip155:1' }),
    text({ expirationTime: undefined }),
    text({ expirationTime: '2099-01-01T00:00:00.000Z' }),
    text({ issuedAt: 'yesterday' }),
    text({ notBefore: minted.issuedAt }),
    text({ requestId: '1' }),
    text({ resources: ['https://evil.example'] }),
    `${text({})}\nResources:\n- x`,
    ` ${text({})}`,
    '',
    'gm',
    `0x${'00'.repeat(32)}`,
  ]
  for (const one of hostile) expect(await isRefused(sign(one)), one).toBe(true)
  expect(await isRefused(tab.drivers.evm.signText(OTHER, text({})))).toBe(true)
  // Whatever is changed in it, it signs at most another sign-in of its own.
  const written = text({})
  await fc.assert(
    fc.asyncProperty(
      fc.nat(written.length - 1),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
      async (at, by) => {
        const changed = written.slice(0, at) + by + written.slice(at + 1)
        if (await isRefused(sign(changed))) return
        const { uri, nonce, ...rest } = parseSignInText(changed) ?? minted
        expect({ ...rest, uri: minted.uri, nonce: minted.nonce }).toEqual(parseSignInText(written))
        expect(new URL(uri).origin).toBe(ORIGIN)
        expect(nonce).toMatch(/^[A-Za-z0-9]+$/)
      },
    ),
    { numRuns: 300 },
  )
})

it('behavior: no authorization but a top-up to the known recipient is signed', async () => {
  const { tab, browser, account, now } = await withAccount(BASE_SEPOLIA)
  const own = newAuthorization({
    from: account.address,
    to: PAYEE,
    amountAtomic: 1,
    timeoutSeconds: 300,
    nowMs: now,
    nonce: NONCE,
  })
  const sign = (change: Partial<Authorization>, network = BASE_SEPOLIA) =>
    tab.drivers.evm.signTransfer(network, { ...own, ...change })
  expect(await sign({})).toMatch(/^0x/)
  const seconds = Math.floor(now / 1000)
  const hostile: Partial<Authorization>[] = [
    { to: OTHER },
    { to: account.address },
    { to: BASE_SEPOLIA.asset },
    { to: PAYEE.slice(0, -1) },
    { from: OTHER },
    { from: account.address.toLowerCase() },
    { value: '0' },
    { value: '-1' },
    { value: '0x10' },
    { value: '1e3' },
    { value: '50000001' },
    { value: '9'.repeat(30) },
    { validAfter: '1' },
    { validBefore: String(seconds) },
    { validBefore: String(seconds + 3600) },
    { validBefore: '9'.repeat(40) },
    { nonce: '0x00' },
    { nonce: `${NONCE}00` },
  ]
  for (const change of hostile)
    expect(await isRefused(sign(change)), JSON.stringify(change)).toBe(true)
  expect(await isRefused(sign({}, BASE))).toBe(true)
  // What it signs over is our own constants, whatever the network that is passed says of itself.
  const disguised = { ...BASE_SEPOLIA, asset: OTHER, chainId: 1 }
  expect(await sign({ nonce: NONCE }, disguised)).toBe(await sign({ nonce: NONCE }))
  browser.payees.clear()
  expect(await isRefused(sign({}))).toBe(true)
  await expect(tab.drivers.evm.request('eth_sendTransaction', [{}])).rejects.toThrow(
    'not supported',
  )
  expect(await isRefused(tab.drivers.evm.switchTo(BASE))).toBe(true)
  // Back goes to the wallet that is connected alone.
  const back = { ...own, to: MAIN }
  const sendBack = (authorization: Authorization, network = BASE_SEPOLIA) =>
    signSendBack(tab.pocket, account.id, { network, authorization, mainWallet: MAIN })
  expect(await sendBack(back)).toMatch(/^0x/)
  expect(await isRefused(sendBack(own))).toBe(true)
  expect(await isRefused(sendBack(back, BASE))).toBe(true)
})

it('behavior: no transaction but a top-up to the known recipient is signed', async () => {
  const { tab, account } = await withAccount(SOLANA_DEVNET)
  const own: UsdcTransfer = {
    payer: account.address,
    payTo: SOLANA_PAYEE,
    mint: SOLANA_DEVNET.asset,
    amountAtomic: 5_000_000,
    feePayer: SOLANA_OTHER,
    memo: 'abc',
    blockhash: BLOCKHASH,
  }
  const sign = (bytes: Uint8Array) => tab.drivers.solana.signTransaction(bytes)
  const signed = await sign(usdcTransfer(own))
  const hostile: Partial<UsdcTransfer>[] = [
    { payTo: SOLANA_OTHER },
    { payTo: account.address },
    { mint: SOLANA.asset },
    { payer: SOLANA_OTHER, feePayer: account.address },
    { feePayer: account.address },
    { amountAtomic: 0 },
    { amountAtomic: 50_000_001 },
    { createsAccount: true },
  ]
  for (const change of hostile)
    expect(await isRefused(sign(usdcTransfer({ ...own, ...change }))), JSON.stringify(change)).toBe(
      true,
    )
  // It never signs what somebody has signed.
  expect(await isRefused(sign(signed))).toBe(true)
  const bytes = usdcTransfer(own)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ by
      if (await isRefused(sign(changed))) return
      // What is not refused is another top-up of its own.
      const { payTo, mint } = own
      const read = readUsdcTransfer(changed, { payer: account.address, payTo, mint })
      expect(read?.createsAccount).toBe(false)
      expect(read?.amountAtomic).toBeLessThanOrEqual(50_000_000)
    }),
    { numRuns: 300 },
  )
  for (const one of [new Uint8Array(), bytes.slice(0, 80), Uint8Array.of(...bytes, 0)])
    expect(await isRefused(sign(one))).toBe(true)
  // Back goes to the wallet that is connected alone, which pays the fee.
  const back = { ...own, payTo: SOLANA_MAIN, feePayer: SOLANA_MAIN }
  const cosign = (transfer: UsdcTransfer) =>
    cosignSendBack(tab.pocket, account.id, {
      bytes: usdcTransfer(transfer),
      mainWallet: SOLANA_MAIN,
    })
  expect(await cosign(back)).toBeInstanceOf(Uint8Array)
  expect(await isRefused(cosign(own))).toBe(true)
  expect(await isRefused(cosign({ ...back, feePayer: SOLANA_OTHER }))).toBe(true)
})
