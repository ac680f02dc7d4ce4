import type { PaymentNetwork } from '../../../../contract/wallet/networks.ts'

const READ = 20
const SEARCH = 60
const RUN = 40
const SEND = 80

const EVM: Readonly<Record<string, number>> = {
  eth_blockNumber: READ,
  eth_call: RUN,
  eth_chainId: READ,
  eth_estimateGas: RUN,
  eth_feeHistory: READ,
  eth_gasPrice: READ,
  eth_getBalance: READ,
  eth_getBlockByHash: READ,
  eth_getBlockByNumber: READ,
  eth_getCode: READ,
  eth_getLogs: SEARCH,
  eth_getStorageAt: READ,
  eth_getTransactionByHash: READ,
  eth_getTransactionCount: READ,
  eth_getTransactionReceipt: READ,
  eth_maxPriorityFeePerGas: READ,
  eth_sendRawTransaction: SEND,
  eth_syncing: READ,
  net_version: READ,
  web3_clientVersion: READ,
}

const SOLANA: Readonly<Record<string, number>> = {
  getAccountInfo: READ,
  getBalance: READ,
  getBlockHeight: READ,
  getBlockTime: READ,
  getEpochInfo: READ,
  getFeeForMessage: READ,
  getGenesisHash: READ,
  getHealth: READ,
  getLatestBlockhash: READ,
  getMinimumBalanceForRentExemption: READ,
  getMultipleAccounts: SEARCH,
  getRecentPrioritizationFees: READ,
  getSignatureStatuses: READ,
  getSignaturesForAddress: SEARCH,
  getSlot: READ,
  getTokenAccountBalance: READ,
  getTokenAccountsByOwner: SEARCH,
  getTokenSupply: READ,
  getTransaction: READ,
  getTransactionCount: READ,
  getVersion: READ,
  isBlockhashValid: READ,
  sendTransaction: SEND,
  simulateTransaction: RUN,
}

/**
 * The methods that the proxy passes on, and what each costs in credits: the local service's own
 * figures. What makes coins out of nothing, or answers for accounts of the node, is not among them.
 */
export function rpcMethods({ family }: PaymentNetwork): Readonly<Record<string, number>> {
  return family === 'evm' ? EVM : SOLANA
}
