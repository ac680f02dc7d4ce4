import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createKeyPairSignerFromPrivateKeyBytes, address as solanaAddress } from '@solana/kit'
import { x402Client } from '@x402/core/client'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { decodeBase64Json, encodeBase64Json } from '../../../contract/encoding/bytes.ts'
import { topUpResponseSchema } from '../../../contract/wallet/balance.ts'
import { settlementResponseSchema } from '../../../contract/wallet/payment/payment-payload.ts'
import { evmWallet, solanaWallet } from '../../testing/test-wallets.ts'
import { type Chains, createChains } from '../chains/chains.ts'
import { serveRpc } from '../chains/testing/serve-rpc.ts'
import { embeddedRails } from '../node-adapters.ts'
import { serveTopUps } from './testing/serve-top-ups.ts'

const endings: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function start(folder?: string) {
  const chains = createChains({ networkIds: 'test', dataDirectory: folder })
  const server = await serveTopUps({
    rails: embeddedRails(chains),
    ...(folder === undefined ? {} : { folder }),
  })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await server.stop()
    await chains.close()
  }
  endings.push(stop)
  return { ...server, chains, stop }
}
type Running = Awaited<ReturnType<typeof start>>

/** What the service asks for, in whatever amount. */
async function requirements({ post }: Running, amount: string): Promise<PaymentRequired> {
  const { accepts } = JSON.parse(await (await post()).text())
  const asked = { x402Version: 2, resource: { url: 'http://127.0.0.1/x402/top-up' }, accepts }
  return { ...asked, accepts: accepts.map((one: object) => ({ ...one, amount })) }
}

/** A header that the public x402 client made for an EVM account. */
async function evmPayment(
  running: Running,
  account: ReturnType<typeof evmWallet>['account'],
  amount: string,
) {
  const client = new x402Client()
    .setSpendControls(false)
    .register('eip155:*', new ExactEvmScheme(account))
  const required = await requirements(running, amount)
  return client.createPaymentPayload({ ...required, accepts: required.accepts.slice(0, 1) })
}

async function solanaPayment(running: Running, secret: Uint8Array, amount: string) {
  const chain = await running.chains.svm()
  const rpc = await serveRpc((body) => chain.rpc(body))
  endings.push(() => rpc.close())
  const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(secret))
  const client = new x402Client()
    .setSpendControls(false)
    .register('solana:*', new ExactSvmScheme(signer, { rpcUrl: rpc.url }))
  const required = await requirements(running, amount)
  return client.createPaymentPayload({ ...required, accepts: required.accepts.slice(1) })
}

async function merchantUsdc(chains: Chains): Promise<bigint> {
  const { client, asset, payTo } = await chains.evm()
  return client.readContract({
    address: asset,
    abi: [
      {
        type: 'function',
        name: 'balanceOf',
        stateMutability: 'view',
        inputs: [{ type: 'address' }],
        outputs: [{ type: 'uint256' }],
      },
    ],
    functionName: 'balanceOf',
    args: [payTo],
  })
}

const settlementOf = (response: Response) =>
  settlementResponseSchema.parse(decodeBase64Json(response.headers.get('payment-response') ?? ''))

describe('a top-up on the embedded EVM chain', () => {
  it('is settled with the public client’s payment, and credited once', async () => {
    const running = await start()
    const { account } = evmWallet()
    const chain = await running.chains.evm()
    await chain.mint(account.address, 25_000_000n)
    const payment = await evmPayment(running, account, '7000000')
    const headers = { 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(payment) }
    const answers = await Promise.all(Array.from({ length: 16 }, () => running.post(headers)))
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 409]))
    const response = await running.post(headers)
    const { data } = topUpResponseSchema.parse(await response.json())
    expect(data).toMatchObject({
      walletAddress: account.address.toLowerCase(),
      amountCredited: 7,
      newBalance: 7,
    })
    const { transaction } = settlementOf(response)
    const hash = transaction.startsWith('0x') ? (transaction as `0x${string}`) : '0x'
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
    expect(await merchantUsdc(running.chains)).toBe(7_000_000n)
  })

  it('refuses what the chain would not carry out', async () => {
    const running = await start()
    const { account } = evmWallet()
    const poor = await evmPayment(running, account, '5000000')
    const send = (payment: unknown) =>
      running.post({ 'PAYMENT-SIGNATURE': encodeBase64Json(payment) })
    const empty = await send(poor)
    expect(empty.status).toBe(400)
    expect(await empty.json()).toMatchObject({ error: 'PAYMENT_VERIFICATION_FAILED' })
    const chain = await running.chains.evm()
    await chain.mint(account.address, 25_000_000n)
    const good = await evmPayment(running, account, '5000000')
    const { authorization, signature } = good.payload as Record<string, object>
    for (const change of [
      { value: '6000000' },
      { validBefore: '1700000000' },
      { validAfter: '4000000000' },
      { from: evmWallet().address },
      { nonce: `0x${'12'.repeat(32)}` },
    ]) {
      const forged = {
        ...good,
        payload: { signature, authorization: { ...authorization, ...change } },
      }
      expect([change, (await send(forged)).status >= 400]).toEqual([change, true])
    }
    expect(await merchantUsdc(running.chains)).toBe(0n)
    expect((await send(good)).status).toBe(200)
    expect(await merchantUsdc(running.chains)).toBe(5_000_000n)
  })

  it('credits a payment that was already used for this very transfer', async () => {
    const running = await start()
    const { account } = evmWallet()
    await (await running.chains.evm()).mint(account.address, 25_000_000n)
    const payment = await evmPayment(running, account, '5000000')
    const headers = { 'X-PAYMENT': encodePaymentSignatureHeader(payment) }
    expect((await running.post(headers)).status).toBe(200)
    // A service with an empty book: to it, somebody else has carried the payment out.
    const other = await serveTopUps({ rails: embeddedRails(running.chains) })
    endings.push(other.stop)
    expect((await other.post(headers)).status).toBe(200)
    expect((await other.post(headers)).status).toBe(200)
    expect(await other.balance(account.address.toLowerCase())).toBe(5_000_000)
    expect(await merchantUsdc(running.chains)).toBe(5_000_000n)
  })

  it('does not credit a cancelled authorization', async () => {
    const running = await start()
    const { account } = evmWallet()
    const chain = await running.chains.evm()
    await chain.mint(account.address, 25_000_000n)
    const payment = await evmPayment(running, account, '5000000')
    const { authorization } = payment.payload as { authorization: { nonce: `0x${string}` } }
    const { name, version } = chain.network.domain
    const signature = await account.signTypedData({
      domain: { name, version, chainId: chain.network.chainId, verifyingContract: chain.asset },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: account.address, nonce: authorization.nonce },
    })
    const input = (name_: string, type: string) => ({ name: name_, type })
    await chain.facilitator.writeContract({
      address: chain.asset,
      abi: [
        {
          type: 'function',
          name: 'cancelAuthorization',
          stateMutability: 'nonpayable',
          inputs: [input('a', 'address'), input('n', 'bytes32'), input('s', 'bytes')],
          outputs: [],
        },
      ],
      functionName: 'cancelAuthorization',
      args: [account.address, authorization.nonce, signature],
    })
    const response = await running.post({ 'X-PAYMENT': encodePaymentSignatureHeader(payment) })
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({
      error: 'SETTLEMENT_FAILED',
      details: { reason: 'authorization_canceled' },
    })
    expect(await running.balance(account.address.toLowerCase())).toBe(0)
  })
})

describe('a top-up on the embedded Solana chain', () => {
  it('is settled with the public client’s payment, and credited once', async () => {
    const running = await start()
    const { address, secret } = solanaWallet()
    await (await running.chains.svm()).mint(solanaAddress(address), 25_000_000n)
    const payment = await solanaPayment(running, secret, '6000000')
    const { transaction: wire } = payment.payload as { transaction: string }
    const flat = {
      x402Version: 2,
      scheme: 'exact',
      network: 'solana-devnet',
      payload: { transaction: wire },
    }
    const spellings = [encodePaymentSignatureHeader(payment), encodeBase64Json(flat)]
    const names = ['PAYMENT-SIGNATURE', 'X-402-Payment', 'X-PAYMENT']
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        running.post({ [names[index % 3] ?? '']: spellings[index % 2] ?? '' }),
      ),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 409]))
    const response = await running.post({ 'X-PAYMENT': spellings[0] ?? '' })
    const { data } = topUpResponseSchema.parse(await response.json())
    expect(data).toMatchObject({ walletAddress: address, amountCredited: 6, newBalance: 6 })
    expect(settlementOf(response)).toMatchObject({ success: true, payer: address })
    expect(await running.balance(address)).toBe(6_000_000)
  })

  it('refuses a wallet without USDC, another amount and another recipient', async () => {
    const running = await start()
    const { secret } = solanaWallet()
    const status = async (payment: unknown) =>
      (await running.post({ 'PAYMENT-SIGNATURE': encodeBase64Json(payment) })).status
    await running.chains.svm()
    expect(await status(await solanaPayment(running, secret, '5000000'))).toBe(400)
    expect(await status(await solanaPayment(running, secret, '4999999'))).toBe(400)
    const good = await solanaPayment(running, secret, '5000000')
    expect(await status({ ...good, payload: { transaction: 'AAAA' } })).toBe(400)
  })
})

describe('a transfer that lands after its settlement was given up', () => {
  /** What is said and credited while it is not on the chain, and afterwards. */
  async function givenUp(
    running: Running,
    payment: Awaited<ReturnType<typeof evmPayment>>,
    payer: string,
    land: () => Promise<unknown>,
  ) {
    const headers = { 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(payment) }
    const before = await (await running.post(headers)).json()
    const heldBefore = await running.balance(payer)
    await land()
    await running.topUps.recheck()
    const heldAfter = await running.balance(payer)
    const { status } = await running.post(headers)
    return {
      error: before.error,
      heldBefore,
      heldAfter,
      status,
      held: await running.balance(payer),
    }
  }
  const lateCredit = {
    error: 'SETTLEMENT_TIMEOUT',
    heldBefore: 0,
    heldAfter: 5_000_000,
    status: 200,
    held: 5_000_000,
  }

  it('is credited on the EVM chain', async () => {
    const running = await start()
    const { account } = evmWallet()
    const chain = await running.chains.evm()
    await chain.mint(account.address, 25_000_000n)
    const writeContract = chain.facilitator.writeContract.bind(chain.facilitator)
    let land: () => Promise<unknown> = () => Promise.reject(new Error('Nothing was sent'))
    vi.spyOn(chain.facilitator, 'writeContract').mockImplementationOnce((request) => {
      land = () => writeContract(request)
      return Promise.reject(new Error('It takes too long'))
    })
    const payment = await evmPayment(running, account, '5000000')
    const payer = account.address.toLowerCase()
    expect(await givenUp(running, payment, payer, () => land())).toEqual(lateCredit)
  })

  it('is credited on the Solana chain', async () => {
    const running = await start()
    const { address, secret } = solanaWallet()
    const chain = await running.chains.svm()
    await chain.mint(solanaAddress(address), 25_000_000n)
    const sendTransaction = chain.facilitator.sendTransaction.bind(chain.facilitator)
    let land: () => Promise<unknown> = () => Promise.reject(new Error('Nothing was sent'))
    vi.spyOn(chain.facilitator, 'sendTransaction').mockImplementationOnce((...sent) => {
      land = () => sendTransaction(...sent)
      return Promise.reject(new Error('It takes too long'))
    })
    vi.spyOn(chain.facilitator, 'confirmTransaction').mockRejectedValueOnce(new Error('No end'))
    const payment = await solanaPayment(running, secret, '5000000')
    expect(await givenUp(running, payment, address, () => land())).toEqual(lateCredit)
  })
})

describe('a restart', () => {
  it('keeps the credit and answers the same payment as before, on both chains', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chain-top-up-'))
    endings.push(() => rmSync(folder, { recursive: true }))
    const first = await start(folder)
    const evm = evmWallet()
    const solana = solanaWallet()
    await (await first.chains.evm()).mint(evm.account.address, 25_000_000n)
    await (await first.chains.svm()).mint(solanaAddress(solana.address), 25_000_000n)
    const payments = [
      await evmPayment(first, evm.account, '5000000'),
      await solanaPayment(first, solana.secret, '5000000'),
    ].map((payment) => ({ 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(payment) }))
    const bodies = async (running: Running) =>
      Promise.all(payments.map(async (headers) => (await running.post(headers)).text()))
    const before = await bodies(first)
    expect(before.every((body) => body.includes('"success":true'))).toBe(true)
    await first.stop()
    const second = await start(folder)
    expect(await bodies(second)).toEqual(before)
    expect(await second.balance(evm.address.toLowerCase())).toBe(5_000_000)
    expect(await second.balance(solana.address)).toBe(5_000_000)
  })

  it('finds what a crash left submitted, before anything is asked of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chain-top-up-'))
    endings.push(() => rmSync(folder, { recursive: true }))
    const first = await start(folder)
    const evm = evmWallet()
    const solana = solanaWallet()
    await (await first.chains.evm()).mint(evm.account.address, 25_000_000n)
    await (await first.chains.svm()).mint(solanaAddress(solana.address), 25_000_000n)
    // Both transfers land; the process never gets to write that down.
    first.store.credit = () => {
      throw new Error('crash')
    }
    const sent = [
      await evmPayment(first, evm.account, '5000000'),
      await solanaPayment(first, solana.secret, '5000000'),
    ].map((payment) => first.post({ 'X-PAYMENT': encodePaymentSignatureHeader(payment) }))
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([500, 500])
    await first.stop()
    const second = await start(folder)
    expect(await second.balance(evm.address.toLowerCase())).toBe(5_000_000)
    expect(await second.balance(solana.address)).toBe(5_000_000)
    expect(await second.store.open()).toEqual([])
  })
})
