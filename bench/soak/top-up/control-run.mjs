// @ts-check
import { setTimeout as sleep } from 'node:timers/promises'

import { generateKeyPairSigner } from '@solana/kit'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

import { fund, paymentsOf } from './chain-truth.mjs'

/** @typedef {import('./bench-service.mjs').BenchService} BenchService */
/** @typedef {import('./plan.mjs').Plan} Plan */

/** What the API asks for at least, which is what the package pays. */
const PRICE_ATOMIC = 5_000_000n

/** How often somebody tries again who was not told that it worked. */
const TRIES = 4

/** The service counts its callers by this, so that the control has a limit of its own. */
const CALLER = { 'X-Forwarded-For': '192.0.2.1' }

/**
 * The control: the x402 package's fetch wrapper under the same spoilt answers, with somebody who tries again.
 * @param {BenchService} service
 * @param {Plan} plan
 * @returns {Promise<{ payments: number, end: string }>}
 */
export async function controlRun(service, plan) {
  const { ready } = service
  const client = new x402Client()
  let address = ''
  if (plan.chain === 'evm') {
    const account = privateKeyToAccount(generatePrivateKey())
    client.register('eip155:*', new ExactEvmScheme(account))
    ;({ address } = account)
  } else {
    const signer = await generateKeyPairSigner()
    const { rpcUrl } = ready.solana
    client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl }))
    ;({ address } = signer)
  }
  client.setSpendControls({ maxAmountPerPayment: '$20' })
  await fund(ready, ready[plan.chain].network, address)
  const paying = wrapFetchWithPayment(spoiltFetch(service, plan), client)
  let end = 'not told'
  for (let attempt = 0; attempt < TRIES && end !== 'credited'; attempt++) {
    await service.up()
    const response = await paying(`${ready.baseUrl}/x402/top-up`, {
      method: 'POST',
      headers: CALLER,
    }).catch(() => undefined)
    if (response?.ok === true) end = 'credited'
  }
  await service.up()
  return { payments: await paymentsOf(ready, plan.chain, address, PRICE_ATOMIC), end }
}

/** @param {BenchService} service @param {Plan} plan @returns {typeof fetch} */
function spoiltFetch(service, plan) {
  const faults = [...plan.faults]
  return async (input, init) => {
    const request = new Request(input, init)
    const fault = request.headers.has('payment-signature') ? (faults.shift() ?? 'none') : 'none'
    if (fault === 'dropped before settling') throw new TypeError('lost')
    const answered = fetch(request)
    if (fault === 'service killed') {
      answered.catch(() => undefined)
      await sleep(plan.killAfterMs)
      await service.killed()
      throw new TypeError('lost')
    }
    const response = await answered
    if (fault === 'none') return response
    if (fault === '502 after settling') return new Response('{}', { status: 502 })
    if (fault === '402 after settling') return new Response('{}', { status: 402 })
    throw new TypeError('lost')
  }
}
