import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Failure } from '../../../../contract/errors/failure.ts'
import {
  BASE,
  BASE_SEPOLIA,
  type EvmNetwork,
  SOLANA,
} from '../../../../contract/wallet/networks.ts'
import type { Connection } from '../../client/connection/connections.ts'
import type { TopUpRequirements } from '../../client/wallet/top-up.ts'
import { TestStorage } from '../../storage/testing/test-storage.ts'
import { connection, createFakeWallet, ORIGIN, PAY_TO } from '../testing/fake-wallet.ts'
import { loadRequirements, namedNetwork, walletPayments } from './requirements.ts'

const remote: Connection = {
  ...connection,
  id: 'r',
  kind: 'remote',
  baseUrl: 'https://api.example/v1',
}
const practice: Connection = {
  ...remote,
  kind: 'practice',
  baseUrl: 'https://practice.invalid/api/v1',
}

function termsOn(network: EvmNetwork, changes: Record<string, unknown> = {}): TopUpRequirements {
  const accepted = {
    scheme: 'exact',
    network: network.id,
    amount: '5000000',
    asset: network.asset,
    payTo: PAY_TO,
    maxTimeoutSeconds: 300,
    extra: { ...network.domain },
    ...changes,
  }
  return { required: { x402Version: 2, accepts: [accepted] }, header: 'same', at: 0 }
}

/** What the Wallet page knows of an API that answers so. */
async function askedOf(api: Connection, answer: TopUpRequirements | Failure, hasChains = false) {
  const { wallet, state } = createFakeWallet()
  state.connection = api
  const chains = [{ network: BASE_SEPOLIA, rpcUrl: `${ORIGIN}/rpc`, payTo: PAY_TO }]
  wallet.view.setState({ local: hasChains ? { chains, faucetUrl: '' } : null })
  const topUpRequirements = vi.fn<typeof wallet.api.topUpRequirements>(() =>
    Promise.resolve(answer),
  )
  wallet.api.topUpRequirements = topUpRequirements
  await loadRequirements(wallet, 0, 'background')
  return { wallet, topUpRequirements }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new TestStorage())
})

describe('what may be paid to an API', () => {
  it('is on the networks that it named itself', async () => {
    const { wallet } = await askedOf(remote, termsOn(BASE))
    expect(walletPayments(wallet)).toEqual({ kind: 'named', networks: [BASE] })
    expect(namedNetwork(wallet, BASE.id)).toBe(BASE)
    expect(() => namedNetwork(wallet, SOLANA.id)).toThrow('No payments on this network')
  })

  it('is nothing where no network can be: practice is not even asked', async () => {
    const { wallet, topUpRequirements } = await askedOf(practice, termsOn(BASE))
    expect(walletPayments(wallet)).toEqual({ kind: 'none' })
    expect(topUpRequirements).not.toHaveBeenCalled()
    expect(() => namedNetwork(wallet, BASE.id)).toThrow('No payments on this network')
  })

  it('is nothing where the API has no such endpoint', async () => {
    const refusal = { kind: 'not_found', status: 404, message: 'Not found.' } as unknown as Failure
    expect(walletPayments((await askedOf(remote, refusal)).wallet)).toEqual({ kind: 'none' })
    const without = { status: 503, code: 'X402_NOT_CONFIGURED', message: '' } as unknown as Failure
    expect(walletPayments((await askedOf(remote, without)).wallet)).toEqual({ kind: 'none' })
    const html: Failure = { kind: 'unexpected_answer', message: 'Expected ways to pay (402).' }
    expect(walletPayments((await askedOf(remote, html)).wallet)).toEqual({ kind: 'none' })
  })

  it.each<Failure>([
    { kind: 'offline', message: 'Offline.' },
    { kind: 'unreachable', message: 'No response.' },
    { kind: 'rate_limit', status: 429, message: 'Slow down.' } as unknown as Failure,
    { kind: 'unavailable', status: 503, message: 'Later.' } as unknown as Failure,
    { kind: 'other', status: 402, message: 'Unreadable terms.' } as unknown as Failure,
  ])('is unknown where nobody can read it ($kind)', async (failure) => {
    const { wallet } = await askedOf(remote, failure)
    expect(walletPayments(wallet)).toMatchObject({ kind: 'unread' })
    expect(() => namedNetwork(wallet, BASE.id)).toThrow('No payments on this network')
  })

  it.each<[string, Connection, TopUpRequirements, boolean]>([
    ['names a testnet from afar', remote, termsOn(BASE_SEPOLIA), false],
    ['names a network that nobody knows', remote, termsOn(BASE, { network: 'eip155:1' }), false],
    ['names another token', remote, termsOn(BASE, { asset: BASE_SEPOLIA.asset }), false],
    ['says something else in its header', remote, { ...termsOn(BASE), header: 'different' }, false],
    ['of this machine runs another network', connection, termsOn(BASE), true],
  ])('is nothing where a server %s', async (_lie, api, terms, hasChains) => {
    const { wallet } = await askedOf(api, terms, hasChains)
    expect(walletPayments(wallet)).toEqual({ kind: 'named', networks: [] })
    expect(() => namedNetwork(wallet, BASE.id)).toThrow('No payments on this network')
  })

  it('is nothing while the networks of this machine are not known', async () => {
    const { wallet } = await askedOf(connection, termsOn(BASE))
    wallet.view.setState({ local: undefined })
    expect(walletPayments(wallet)).toEqual({ kind: 'named', networks: [] })
  })

  it('is not what another API said', async () => {
    const { wallet } = await askedOf(remote, termsOn(BASE))
    const other = createFakeWallet()
    other.state.connection = { ...remote, baseUrl: 'https://other.example/v1' }
    other.wallet.api.topUpRequirements = () =>
      Promise.resolve({ kind: 'unreachable', message: 'No response.' })
    await loadRequirements(other.wallet, 60_000)
    expect(walletPayments(other.wallet)).toMatchObject({ kind: 'unread' })
    expect(walletPayments(wallet)).toMatchObject({ kind: 'named' })
  })
})
