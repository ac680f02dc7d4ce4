import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { afterAll, expect, it } from 'vitest'

import { balanceResponseSchema, topUpResponseSchema } from '../../../contract/wallet/balance.ts'
import { BASE_SEPOLIA } from '../../../contract/wallet/networks.ts'
import { builtService } from '../../testing/built-service.ts'
import { evmWallet, signInHeaders } from '../../testing/test-wallets.ts'

const built = builtService()
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
})

/** Starts the built service and reads its ready line. */
async function start(): Promise<{ origin: string; baseUrl: string }> {
  const flags = ['--json', '--api-only', '--port', '0', '--data', join(built.folder(), 'data')]
  const started = spawn(process.execPath, [built.entry(), ...flags], {
    env: { PATH: process.env['PATH'], HOME: built.folder() },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child = started
  let line = ''
  while (!line.includes('\n')) line += String((await once(started.stdout, 'data'))[0])
  const { baseUrl } = JSON.parse(line)
  return { baseUrl, origin: new URL(baseUrl).origin }
}

async function kill(): Promise<void> {
  if (child === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

it('loses and doubles nothing when it is killed at any moment of a top-up', async () => {
  const wallet = evmWallet()
  const client = new x402Client()
    .setSpendControls({ maxAmountPerPayment: '$10' })
    .register('eip155:*', new ExactEvmScheme(wallet.account))
  let service = await start()
  await fetch(`${service.origin}/local/faucet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address: wallet.address, network: BASE_SEPOLIA.id }),
  })
  const paymentIds = new Set<string>()
  // A settlement takes about a tenth of a second; most of these fall into it.
  const delays = [1, 60, 90, 105, 120, 150]
  for (const [index, delay] of delays.entries()) {
    const url = () => `${service.baseUrl}/x402/top-up`
    const quote = await fetch(url(), { method: 'POST' })
    const required = decodePaymentRequiredHeader(quote.headers.get('payment-required') ?? '')
    const payload = await client.createPaymentPayload({
      ...required,
      accepts: required.accepts.slice(0, 1),
    })
    const headers = { 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(payload) }
    const lost = fetch(url(), { method: 'POST', headers }).catch(() => undefined)
    await setTimeout(delay)
    await kill()
    await lost

    service = await start()
    const answer = await fetch(url(), { method: 'POST', headers })
    expect([delay, answer.status]).toEqual([delay, 200])
    const { data } = topUpResponseSchema.parse(await answer.json())
    paymentIds.add(data.paymentId ?? '')
    const balance = await fetch(`${service.baseUrl}/x402/balance/${wallet.address}`, {
      headers: await signInHeaders(wallet, service.origin),
    })
    const held = balanceResponseSchema.parse(await balance.json()).data.balanceUsd
    expect([delay, held]).toEqual([delay, 5 * (index + 1)])
    const merchant = required.accepts[0]?.payTo ?? ''
    const read = await fetch(`${service.origin}/local/rpc/evm`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_call',
        // balanceOf(address)
        params: [
          { to: BASE_SEPOLIA.asset, data: `0x70a08231${merchant.slice(2).padStart(64, '0')}` },
          'latest',
        ],
      }),
    })
    const { result } = JSON.parse(await read.text())
    expect([delay, Number(BigInt(result))]).toEqual([delay, 5_000_000 * (index + 1)])
  }
  expect(paymentIds.size).toBe(delays.length)
})
