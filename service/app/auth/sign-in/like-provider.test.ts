import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, it } from 'vitest'

import { encodeBase64Json } from '../../../../contract/encoding/bytes.ts'
import { balanceResponseSchema } from '../../../../contract/wallet/balance.ts'
import { BASE_SEPOLIA } from '../../../../contract/wallet/networks.ts'
import {
  mintSignIn,
  newNonce,
  signInText,
  unionSignIn,
} from '../../../../contract/wallet/sign-in.ts'
import { WEB3_KEY_PATH } from '../../../../contract/wallet/web3-key.ts'
import { createLedger } from '../../../node/storage/sql-ledger.ts'
import { ORIGIN_WITHOUT_PORT, serviceWithoutPort } from '../../../testing/service-without-port.ts'
import { signInHeaders, evmWallet } from '../../../testing/test-wallets.ts'
import { walletOwner } from '../../money/payments/payment-store.ts'

const service = serviceWithoutPort({ likeProvider: true })
afterAll(() => service.close())

it('sends UUIDs as nonces, and takes the nonces that clients make', async () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const path = `/api/v1/x402/balance/${account.address}`
  const refused = await service.request(path)
  expect(refused.status).toBe(402)
  expect(await refused.json()).toMatchObject({
    extensions: {
      'sign-in-with-x': {
        info: { nonce: expect.stringMatching(/^[\da-f-]{36}$/), requestId: null },
      },
    },
  })
  const fields = mintSignIn({
    url: ORIGIN_WITHOUT_PORT + path,
    address: account.address,
    network: BASE_SEPOLIA,
    nowMs: Date.now(),
    nonce: newNonce(),
  })
  const signature = await account.signMessage({ message: signInText(fields) ?? '' })
  const header = encodeBase64Json(unionSignIn(fields, signature))
  const answer = await service.request(path, { headers: { 'SIGN-IN-WITH-X': header } })
  expect(answer.status).toBe(200)
})

it('says nothing of what a wallet has left, and spends the DIEM of one with a stake first', async () => {
  const wallet = evmWallet()
  const owner = walletOwner(wallet.address.toLowerCase())
  const credit = { reference: 'g', owner, microUsd: 5_000_000, microDiem: 0 }
  await createLedger(service.database).grant(credit)
  const asked = { model: 'sandbox-chat', messages: [{ role: 'user', content: '/tokens 1' }] }
  const answer = await service.request('/api/v1/chat/completions', {
    method: 'POST',
    headers: {
      ...(await signInHeaders(wallet, ORIGIN_WITHOUT_PORT)),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(asked),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-balance-remaining')).toBeNull()

  // A key for its stake links it to an account, whose DIEM is spent first.
  const json = { 'Content-Type': 'application/json' }
  const { data } = await (await service.request(`/api/v1${WEB3_KEY_PATH}`)).json()
  const signature = await wallet.signMessage(data.token)
  const made = { address: wallet.address, token: data.token, signature, apiKeyType: 'INFERENCE' }
  const body = JSON.stringify(made)
  await service.request(`/api/v1${WEB3_KEY_PATH}`, { method: 'POST', headers: json, body })
  const balance = async () => {
    const headers = await signInHeaders(wallet, ORIGIN_WITHOUT_PORT)
    const response = await service.request(`/api/v1/x402/balance/${wallet.address}`, { headers })
    return balanceResponseSchema.parse(await response.json()).data
  }
  const before = await balance()
  expect(before).toMatchObject({ diemBalanceUsd: 5 })
  const again = await service.request('/api/v1/chat/completions', {
    method: 'POST',
    headers: { ...(await signInHeaders(wallet, ORIGIN_WITHOUT_PORT)), ...json },
    body: JSON.stringify(asked),
  })
  expect(await again.json()).toMatchObject({ cost: { usd: 0, diem: expect.any(Number) } })
  const after = await balance()
  expect(after.balanceUsd).toBe(before.balanceUsd)
  expect(after.diemBalanceUsd).toBeLessThan(5)
})
