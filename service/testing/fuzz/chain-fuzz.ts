import fc from 'fast-check'

import { BASE_SEPOLIA, SOLANA_DEVNET } from '../../../contract/wallet/networks.ts'
import { jsonBody, jsonType, junk, mostly, number, oddHeaders, text } from './arbitraries.ts'
import type { FuzzedRoute } from './fuzz-route.ts'

const EVM_ADDRESS = fc.constantFrom(
  '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  '0x0000000000000000000000000000000000000000',
  '0xcA11bde05977b3631167028862bE2a173976CA11',
)
const SOLANA_ADDRESS = fc.constantFrom(
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
)
const hex = fc.stringMatching(/^0x[0-9a-f]{0,70}$/)
const block = fc.oneof(
  fc.constantFrom('latest', 'earliest', 'pending', 'safe', '0x0', '0x1', '0xffffffffff'),
  hex,
)
const call = fc.record(
  {
    from: EVM_ADDRESS,
    to: EVM_ADDRESS,
    data: hex,
    value: hex,
    gas: hex,
    gasPrice: hex,
    nonce: hex,
  },
  { requiredKeys: [] },
)
const EVM_METHODS = [
  'web3_clientVersion',
  'net_version',
  'eth_chainId',
  'eth_blockNumber',
  'eth_gasPrice',
  'eth_feeHistory',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getBalance',
  'eth_getTransactionCount',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_call',
  'eth_estimateGas',
  'eth_sendRawTransaction',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getLogs',
  'toString',
]
const SOLANA_METHODS = [
  'getHealth',
  'getSlot',
  'getEpochInfo',
  'getBlockTime',
  'getLatestBlockhash',
  'isBlockhashValid',
  'getFeeForMessage',
  'getMinimumBalanceForRentExemption',
  'getBalance',
  'getAccountInfo',
  'getMultipleAccounts',
  'getTokenAccountBalance',
  'getTokenSupply',
  'getTokenAccountsByOwner',
  'simulateTransaction',
  'sendTransaction',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getTransaction',
  'requestAirdrop',
  'constructor',
]

function rpcBody(methods: readonly string[], parameter: fc.Arbitrary<unknown>) {
  const request = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: mostly(fc.integer()),
      method: mostly(fc.constantFrom(...methods)),
      params: mostly(fc.array(mostly(parameter), { maxLength: 3 })),
    },
    { requiredKeys: ['method', 'params'] },
  )
  return jsonBody(fc.oneof({ weight: 8, arbitrary: request }, fc.array(request, { maxLength: 4 })))
}

/** An answer that says the chain did not expect what it was asked, as a 500 would. */
function internalError(body: string): string | undefined {
  return body.includes('"code":-32603') ? body.slice(0, 500) : undefined
}

function rpcRoute(name: string, path: string, body: fc.Arbitrary<string>): FuzzedRoute<RpcIdea> {
  return {
    name,
    ideas: fc.record({ body, type: jsonType, headers: oddHeaders }),
    build: ({ body: content, type, headers }) => ({
      path,
      init: { method: 'POST', headers: { ...headers, 'Content-Type': type }, body: content },
      hasKey: false,
    }),
    faultOf: internalError,
  }
}

interface RpcIdea {
  body: string
  type: string
  headers: Record<string, string>
}

const logFilter = fc.record(
  { address: EVM_ADDRESS, topics: fc.array(hex), fromBlock: block, toBlock: block },
  { requiredKeys: [] },
)

/** `POST /local/rpc/evm`. */
export const evmRpc = rpcRoute(
  'POST /local/rpc/evm',
  '/local/rpc/evm',
  rpcBody(EVM_METHODS, fc.oneof(EVM_ADDRESS, block, call, hex, logFilter, fc.boolean(), number)),
)

const options = fc.record(
  {
    encoding: fc.constantFrom('base64', 'base58', 'jsonParsed', 'x'),
    commitment: fc.constantFrom('confirmed', 'finalized', 'x'),
    mint: SOLANA_ADDRESS,
    programId: SOLANA_ADDRESS,
    limit: number,
    skipPreflight: fc.boolean(),
    sigVerify: fc.boolean(),
    dataSlice: fc.record({ offset: number, length: number }),
  },
  { requiredKeys: [] },
)

/** `POST /local/rpc/solana`. */
export const solanaRpc = rpcRoute(
  'POST /local/rpc/solana',
  '/local/rpc/solana',
  rpcBody(
    SOLANA_METHODS,
    fc.oneof(
      SOLANA_ADDRESS,
      options,
      fc.array(SOLANA_ADDRESS, { maxLength: 3 }),
      fc.base64String(),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      number,
    ),
  ),
)

const wish = fc.record(
  {
    address: mostly(fc.oneof(EVM_ADDRESS, SOLANA_ADDRESS, hex), text),
    network: mostly(
      fc.constantFrom(BASE_SEPOLIA.id, SOLANA_DEVNET.id, 'base-sepolia', 'solana-devnet', 'base'),
      junk,
    ),
  },
  { requiredKeys: [] },
)

/** `POST /local/faucet`. */
export const faucet = rpcRoute('POST /local/faucet', '/local/faucet', jsonBody(wish))
