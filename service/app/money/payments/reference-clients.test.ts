import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import {
  appendPaymentIdentifierToExtensions,
  extractAndValidatePaymentIdentifier,
} from '@x402/extensions/payment-identifier'
import {
  createSIWxPayload,
  encodeSIWxHeader,
  wrapFetchWithSIWx,
  type SIWxExtensionInfo,
  type SIWxSigner,
} from '@x402/extensions/sign-in-with-x'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import OpenAI from 'openai'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  balanceResponseSchema,
  topUpResponseSchema,
  transactionsResponseSchema,
} from '../../../../contract/wallet/balance.ts'
import { signInChallengeSchema } from '../../../../contract/wallet/payment/payment-required.ts'
import { startTestService, type TestService } from '../../../testing/start-service.ts'
import {
  evmWallet,
  signInHeaders,
  solanaWallet,
  type TestWallet,
} from '../../../testing/test-wallets.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const evm = evmWallet()
const solana = solanaWallet()
const solanaSigner = () => createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(solana.secret))

interface Customer {
  wallet: TestWallet
  signIn: () => Promise<SIWxSigner>
  payer: () => Promise<x402Client>
}

const customers: Record<string, Customer> = {
  EVM: {
    wallet: evm,
    signIn: async () => evm.account,
    payer: async () => new x402Client().register('eip155:*', new ExactEvmScheme(evm.account)),
  },
  Solana: {
    wallet: solana,
    signIn: async () => ({
      publicKey: solana.address,
      signMessage: async (bytes: Uint8Array) => solana.signBytes(Buffer.from(bytes).toString()),
    }),
    payer: async () => {
      const rpcUrl = service.chains?.solana.rpcUrl ?? ''
      const scheme = new ExactSvmScheme(await solanaSigner(), { rpcUrl })
      return new x402Client().register('solana:*', scheme)
    },
  },
}

/** Signs in to an operation as its 402 asks, with nothing but the public package. */
async function signedHeader(url: string, { wallet, signIn }: Customer): Promise<string> {
  const refused = await fetch(url)
  expect(refused.status).toBe(402)
  const required = decodePaymentRequiredHeader(refused.headers.get('payment-required') ?? '')
  const challenge = signInChallengeSchema.parse(required.extensions?.['sign-in-with-x'])
  const chain = challenge.supportedChains?.find(({ chainId }) => chainId === wallet.chainId)
  if (chain === undefined) throw new Error('The chain is not offered')
  const type = chain.type === 'ed25519' ? 'ed25519' : 'eip191'
  const info = challenge.info as SIWxExtensionInfo
  const complete = { ...info, chainId: chain.chainId, type } as const
  return encodeSIWxHeader(await createSIWxPayload(complete, await signIn(), url))
}

describe.each(Object.entries(customers))(
  'a wallet on %s with the public packages',
  (_, customer) => {
    const { wallet } = customer

    it('signs in to its balance by the challenge of the 402, once per signature', async () => {
      const url = `${service.baseUrl}/x402/balance/${wallet.address}`
      const headers = { 'SIGN-IN-WITH-X': await signedHeader(url, customer) }
      const { data } = balanceResponseSchema.parse(await (await fetch(url, { headers })).json())
      expect(data).toMatchObject({ balanceUsd: 0, canConsume: false, minimumTopUpUsd: 5 })
      expect((await fetch(url, { headers })).status).toBe(401)
    })

    it('tops up by wrapFetchWithPayment, and is credited once', async () => {
      const faucet = await fetch(`${service.origin}/local/faucet`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ address: wallet.address, network: wallet.chainId }),
      })
      expect(faucet.status).toBe(200)
      const client = (await customer.payer()).setSpendControls({ maxAmountPerPayment: '$5' })
      client.onAfterPaymentCreation(async ({ paymentPayload }) => {
        const { extensions = {} } = paymentPayload
        appendPaymentIdentifierToExtensions(extensions)
        expect(extractAndValidatePaymentIdentifier(paymentPayload).id).toMatch(/^pay_/)
      })
      const pay = wrapFetchWithPayment(fetch, client)
      const response = await pay(`${service.baseUrl}/x402/top-up`, { method: 'POST' })
      expect(response.status).toBe(200)
      const { data } = topUpResponseSchema.parse(await response.json())
      expect(data).toMatchObject({ amountCredited: 5, newBalance: 5 })
      const settled = decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')
      expect(settled).toMatchObject({ success: true, network: wallet.chainId })

      const path = `/x402/transactions/${wallet.address}`
      const list = await fetch(`${service.baseUrl}${path}`, {
        headers: await signInHeaders(wallet, service.origin),
      })
      const { data: account } = transactionsResponseSchema.parse(await list.json())
      expect(account.currentBalance).toBe(5)
      expect(account.transactions.map(({ type, amount }) => [type, amount])).toEqual([
        ['TOP_UP', 5],
      ])
    })
  },
)

it('wrapFetchWithSIWx signs in to chat by itself', async () => {
  const ask = wrapFetchWithSIWx(fetch, evm.account)
  const response = await ask(`${service.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: 'Hi' }],
      max_completion_tokens: 5,
    }),
  })
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('x-balance-remaining'))).toBeGreaterThan(4.9)
})

it('the openai client edits an image by the path of the contract', async () => {
  const client = new OpenAI({ baseURL: service.baseUrl, apiKey: service.apiKey, maxRetries: 0 })
  const pixels = { width: 256, height: 256, channels: 3, background: 'teal' } as const
  const image = (await sharp({ create: pixels }).png().toBuffer()).toString('base64')
  const response: Response = await client.post('/image/edit', {
    body: { image, prompt: 'grayscale' },
    __binaryResponse: true,
  })
  expect(response.headers.get('content-type')).toBe('image/png')
  const { width, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect({ width, format }).toEqual({ width: 1024, format: 'png' })
})
