import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { BASE, BASE_SEPOLIA } from '../../../contract/wallet/networks.ts'
import { witnessEntries, type WitnessEntry } from '../../../contract/witness/witness.ts'
import { fakeClient } from '../client/testing/fake-world.ts'
import { signInChallenge } from '../client/wallet/wallet-reads.ts'
import { signIn } from './state/sign-in.ts'
import {
  connection,
  createFakeWallet,
  ORIGIN,
  PAY_TO,
  session,
  WALLET,
} from './testing/fake-wallet.ts'

const challenges = witnessEntries().filter(
  ({ operation, exchange }) =>
    operation === 'GET /x402/balance/{walletAddress}' && exchange.status === 402,
)

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
})
afterEach(() => vi.unstubAllGlobals())

test.each(challenges)('$id: $title', expectSignedIn)

/** With the test networks of `npm start`, a wallet signs in to the real service, on its network, with a nonce of the page. */
async function expectSignedIn({ exchange, body }: WitnessEntry): Promise<void> {
  const { wallet, state } = createFakeWallet()
  const baseUrl = 'https://api.vendor.example/api/v1'
  const local = { network: BASE_SEPOLIA, rpcUrl: `${ORIGIN}/local/rpc/evm`, payTo: PAY_TO }
  const api = fakeClient(() => new Response(body, { status: exchange.status }))
  state.now = exchange.startedAt
  state.connection = { ...connection, id: 'remote', kind: 'remote', baseUrl }
  wallet.view.setState({ local: { chains: [local], faucetUrl: '' } })
  wallet.session.setState({ session })
  wallet.api.signInChallenge = (_, address, signal) =>
    signInChallenge(api.client, api.connection, address, signal)
  await signIn(wallet)
  expect(wallet.view.getState().signInTrouble).toBeUndefined()
  expect(state.signedTexts[0]).toContain('api.vendor.example wants you to sign in')
  expect(state.signedTexts[0]).toContain(`\n${WALLET}\n`)
  expect(state.signedTexts[0]).toContain(`\nChain ID: ${BASE.chainId}\n`)
  expect(state.signedTexts[0]).toMatch(/\nNonce: [0-9a-f]{32}\n/)
}
