import { expect, it } from 'vitest'

import { BASE } from '../../../../../contract/wallet/networks.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { rpcError } from '../../session/eip-1193.ts'
import { createFakeWallet, WALLET } from '../../testing/fake-wallet.ts'
import { connectMainWallet } from './main-wallet.ts'
import { connectFault, sendFault } from './transfer-fault.ts'

it.each([
  [rpcError(4001, 'User rejected the request.'), 'rejected'],
  [rpcError(-32002, 'Request already pending.'), 'busy'],
  [rpcError(4100, 'Unauthorized.'), 'locked'],
  [rpcError(4200, 'Method not supported.'), 'unsupported'],
  [rpcError(-32000, 'insufficient funds for gas * price + value'), 'no_fee'],
  [new Error('Attempt to debit an account but found no record of a prior credit.'), 'no_fee'],
  [new Error('Request expired'), 'maybe_sent'],
  [rpcError(4900, 'Disconnected'), 'maybe_sent'],
  [new Error('socket hang up'), 'maybe_sent'],
])('behavior: a wallet that ends with %s did not send only where it says so', (error, kind) => {
  const fault = sendFault(error)
  expect(fault.kind).toBe(kind)
  expect(/Nothing was (?:signed or )?sent/.test(fault.message)).toBe(kind !== 'maybe_sent')
})

it('asked to connect only, a wallet that fails sent nothing', () => {
  expect(connectFault(new Error('socket hang up')).kind).toBe('gone')
  expect(connectFault(rpcError(4001, 'no')).kind).toBe('rejected')
})

const choice = { family: 'evm' as const, id: 'org.example.wallet', name: 'Example wallet' }
const account: PocketAccount = {
  id: 'a',
  family: 'evm',
  networkId: BASE.id,
  origin: 'https://api.example.com',
  baseUrl: 'https://api.example.com/api/v1',
  address: WALLET,
  createdAt: 0,
  limits: { ceilingMicroUsd: 1, dailyMicroUsd: 1, perRequestMicroUsd: 1 },
}

it('switches a wallet to the network of the account, and refuses one that stays elsewhere', async () => {
  const staying = createFakeWallet()
  const onto = (fake: ReturnType<typeof createFakeWallet>) =>
    connectMainWallet(fake.wallet, account, choice)
  await expect(onto(staying)).rejects.toMatchObject({ kind: 'wrong_network' })
  const switching = createFakeWallet([
    {
      call: 'wallet.switchTo',
      n: 1,
      how: (proceed) => {
        switching.state.wallet.chainId = BASE.chainId
        return proceed()
      },
    },
  ])
  expect(await onto(switching)).toMatchObject({ family: 'evm', address: WALLET })
})

it('behavior: no real wallet sends where the local network has the ID of a real one', async () => {
  const { wallet, state } = createFakeWallet()
  const chains = [{ network: BASE, rpcUrl: 'http://127.0.0.1:1/local/rpc/evm' }]
  wallet.view.setState({ local: { chains, faucetUrl: 'http://127.0.0.1:1/local/faucet' } })
  await expect(connectMainWallet(wallet, account, choice)).rejects.toMatchObject({
    kind: 'practice_only',
  })
  const offline = { ...wallet, isOnline: () => false }
  await expect(connectMainWallet(offline, account, choice)).rejects.toMatchObject({
    kind: 'offline',
  })
  expect(state.calls).toEqual([])
})
