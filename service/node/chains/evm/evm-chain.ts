import type { FacilitatorEvmSigner } from '@x402/evm'
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  getAddress,
  parseAbi,
  type Address,
  type Chain,
  type Hex,
  type PublicClient,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import type { ChainKeys } from '../chain-keys.ts'
import { oneAtATime, openJournal } from '../journal.ts'
import { answerRpc, RpcError } from '../json-rpc.ts'
import { MULTICALL3 } from './evm-journal.ts'
import { startEvmNode } from './evm-node.ts'
import { evmMethods } from './evm-rpc.ts'

/** The embedded EVM chain, running. */
export interface EvmChain {
  network: EvmNetwork
  /** The USDC contract. */
  asset: Address
  /** Where payments go. */
  payTo: Address
  /** Answers a JSON-RPC request or batch that was parsed from JSON; undefined when nothing is to be answered. */
  rpc(body: unknown): Promise<unknown>
  /** Reads in this process, without a socket. */
  client: PublicClient
  /** What the x402 facilitator sends with: its own funded account, one transaction at a time. */
  facilitator: FacilitatorEvmSigner
  /** Mints atomic USDC to an address by the faucet's account; resolves with the hash when it is mined and durable. */
  mint(to: Address, amount: bigint): Promise<Hex>
  /** Gives an account that has none some coins for gas; a contract gets none. */
  giveFees(to: Address): Promise<void>
  close(): Promise<void>
}

interface OpenOptions {
  network: EvmNetwork
  keys: ChainKeys
  payTo: string
  /** The journal's file; absent keeps the chain in memory. */
  journal: string | undefined
  now: () => number
}

const MINT = parseAbi(['function mint(address to, uint256 amount) returns (bool)'])

/** Thousands of transfers at the fixed fee: 0.001 ETH. */
const GAS_GIFT_WEI = 10n ** 15n

/** Transactions are mined when they were sent, so that one look at the receipt is enough, ms. */
const POLLING_MS = 20

/** Opens the chain and all that works on it. @throws JournalError with one readable line */
export async function openEvmChain(options: OpenOptions): Promise<EvmChain> {
  const { network, keys, now } = options
  const facilitatorAccount = privateKeyToAccount(keys.evm.facilitator)
  const faucetAccount = privateKeyToAccount(keys.evm.faucet)
  const asset = getAddress(network.asset)
  const journal = openJournal(options.journal)
  const node = await startEvmNode({
    chainId: network.chainId,
    genesis: {
      asset,
      minter: faucetAccount.address,
      funded: [facilitatorAccount.address, faucetAccount.address],
    },
    journal,
    now,
  }).catch((error: unknown) => {
    journal.close()
    throw error
  })

  const methods = evmMethods(node)
  const transport = custom(
    {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        const run = methods[method]
        if (run === undefined)
          throw new RpcError(-32601, `The method ${method} does not exist here.`)
        return (await run(Array.isArray(params) ? params : [])) ?? null
      },
    },
    { retryCount: 0 },
  )
  const chain = viemChain(network)
  const client = createPublicClient({ chain, transport, pollingInterval: POLLING_MS, cacheTime: 0 })
  const relayer = createWalletClient({ account: facilitatorAccount, chain, transport })
  const faucet = createWalletClient({ account: faucetAccount, chain, transport })
  const inOrder = { relayer: oneAtATime(), faucet: oneAtATime() }

  return {
    network,
    asset,
    payTo: getAddress(options.payTo),
    rpc: (body) => answerRpc(methods, body),
    client,
    facilitator: {
      getAddresses: () => [facilitatorAccount.address],
      getCode: (request) => client.getCode(request),
      readContract: (request) => client.readContract(request),
      verifyTypedData: (request) =>
        client.verifyTypedData(request as Parameters<typeof client.verifyTypedData>[0]),
      // One after the other: two that asked for their nonce at once would be given the same.
      writeContract: (request) => inOrder.relayer(() => relayer.writeContract(request)),
      sendTransaction: (request) => inOrder.relayer(() => relayer.sendTransaction(request)),
      waitForTransactionReceipt: (request) => client.waitForTransactionReceipt(request),
    },
    mint: (to, amount) =>
      inOrder.faucet(() =>
        faucet.writeContract({
          address: asset,
          abi: MINT,
          functionName: 'mint',
          args: [to, amount],
        }),
      ),
    giveFees: (to) =>
      inOrder.faucet(async () => {
        if ((await client.getBalance({ address: to })) >= GAS_GIFT_WEI / 2n) return
        if ((await client.getCode({ address: to })) !== undefined) return
        await faucet.sendTransaction({ to, value: GAS_GIFT_WEI })
      }),
    close: async () => journal.close(),
  }
}

function viemChain({ chainId, name }: EvmNetwork): Chain {
  return defineChain({
    id: chainId,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    // In this process; the address is never contacted.
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  })
}
