import type { PaymentNetwork } from '../../../../../contract/wallet/networks.ts'
import type { Client } from '../../../client/client.ts'
import { type LocalChains, loadLocalChains } from '../../../client/connection/wallet-config.ts'
import { fakeClient } from '../../../client/testing/fake-world.ts'
import type { ChainRpc } from '../../../client/wallet/wallet-reads.ts'

/*
 * The local service with its chains, in this process, and wallets of a person on them. What they hold is real there:
 * what was paid is read from the chains and from the ledger.
 */

export interface ChainWorld {
  origin: string
  /** The client of a new page. */
  openClient: () => Client
  local: LocalChains
  networks: Record<'evm' | 'solana', PaymentNetwork>
  rpc: Record<'evm' | 'solana', ChainRpc>
  /** Gives test USDC, and coins for network fees. */
  faucet(address: string, family: 'evm' | 'solana'): Promise<void>
}

/** The service that is at `origin`, as pages see it. */
export async function openChainWorld(
  service: { request(path: string, init?: RequestInit): Promise<Response>; nextKey: () => string },
  origin: string,
): Promise<ChainWorld> {
  const key = (): [string, string] => ['Authorization', `Bearer ${service.nextKey()}`]
  const openClient = () =>
    fakeClient(
      ({ url, method, headers, body, signal }) =>
        service.request(url.replace(origin, ''), {
          method,
          // Of somebody else each time: so many requests of one person would soon be blocked.
          headers: [...headers.map(([name, value]): [string, string] => [name, value]), key()],
          signal,
          ...(body === undefined || body === null ? {} : { body }),
        }),
      {
        origin,
        clock: { now: () => Date.now(), elapsed: () => performance.now() },
        random: {
          uuid: () => crypto.randomUUID(),
          bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
        },
      },
    ).client
  const local = await loadLocalChains(openClient())
  if (local === undefined) throw new Error('The service has no chains.')
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await service.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const chainOf = (family: 'evm' | 'solana') => {
    const chain = local.chains.find(({ network }) => network.family === family)
    if (chain === undefined) throw new Error(`No ${family} chain.`)
    const rpc: ChainRpc = async (method, params) => {
      const path = chain.rpcUrl.slice(origin.length)
      const body = Object(await post(path, { jsonrpc: '2.0', id: 1, method, params }))
      if ('result' in body) return body.result
      throw new Error(String(body.error?.message))
    }
    return { network: chain.network, rpc }
  }
  const [evm, solana] = [chainOf('evm'), chainOf('solana')]
  const networks = { evm: evm.network, solana: solana.network }
  return {
    origin,
    openClient,
    local,
    networks,
    rpc: { evm: evm.rpc, solana: solana.rpc },
    faucet: async (address, family) => {
      const given = Object(await post('/local/faucet', { address, network: networks[family].id }))
      if (given.transaction === undefined) throw new Error(String(given.error))
    },
  }
}
