import { hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { root } from '../../scripts/checkout.mjs'

/**
 * Deploys the smallest EIP-1271 wallet for an owner on the chain of a service with a data directory. Its seed
 * gives the account that pays for gas there; nobody else on that chain has coins.
 */
export async function deployContractWallet(
  dataDirectory: string,
  rpcUrl: string,
  owner: string,
): Promise<string> {
  const transport = http(rpcUrl)
  const chain = defineChain({
    id: 84_532,
    name: 'Base Sepolia',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createPublicClient({ chain, transport, pollingInterval: 50 })
  // The chain starts, and its seed is made, when it is first asked something.
  await client.getChainId()
  const seed = Buffer.from(readFileSync(path.join(dataDirectory, 'chain-seed'), 'utf8'), 'hex')
  const key = Buffer.from(hkdfSync('sha256', seed, '', 'evm facilitator', 32)).toString('hex')
  const { bytecode } = JSON.parse(
    readFileSync(path.join(root, 'service/node/chains/testing/smart-wallet.json'), 'utf8'),
  ) as { bytecode: Hex }
  const payer = createWalletClient({ account: privateKeyToAccount(`0x${key}`), chain, transport })
  const hash = await payer.sendTransaction({
    data: encodeDeployData({
      abi: parseAbi(['constructor(address owner)']),
      bytecode,
      args: [owner as Hex],
    }),
  })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('The contract wallet was not deployed.')
  return contractAddress
}
