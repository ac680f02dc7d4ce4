import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  nonceManager,
  parseAbi,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

import { createChains, type ChainsOptions } from '../chains.ts'
import { serveRpc } from './serve-rpc.ts'

/** The functions of the token that tests use. */
export const USDC_ABI = parseAbi([
  'function name() view returns (string)',
  'function balanceOf(address) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function mint(address to, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])

/** An embedded EVM chain on a socket, with clients, and a sender who holds coins and USDC. */
export async function startEvmBench(options: Partial<ChainsOptions> = {}) {
  const chains = createChains({ networkIds: 'test', ...options })
  const chain = await chains.evm()
  const server = await serveRpc((body) => chain.rpc(body))
  const { network, asset } = chain
  const viemChain = defineChain({
    id: network.chainId,
    name: network.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [server.url] } },
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } },
  })
  const transport = http(server.url, { retryCount: 0 })
  const client = createPublicClient({
    chain: viemChain,
    transport,
    pollingInterval: 20,
    cacheTime: 0,
  })
  const walletOf = (key = generatePrivateKey()) =>
    createWalletClient({
      account: privateKeyToAccount(key, { nonceManager }),
      chain: viemChain,
      transport,
    })
  return {
    chains,
    chain,
    asset,
    client,
    server,
    transport,
    viemChain,
    walletOf,
    balanceOf: (address: `0x${string}`) =>
      client.readContract({
        address: asset,
        abi: USDC_ABI,
        functionName: 'balanceOf',
        args: [address],
      }),
    /** A wallet with a coin for gas, and USDC. */
    fundedWallet: async (usdc = 25_000_000n) => {
      const wallet = walletOf()
      const gift = { to: wallet.account.address, data: '0x' as const, value: 10n ** 18n }
      const hash = await chain.facilitator.sendTransaction(gift)
      await client.waitForTransactionReceipt({ hash })
      await chain.mint(wallet.account.address, usdc)
      return wallet
    },
    stop: async () => {
      await server.close()
      await chains.close()
    },
  }
}
