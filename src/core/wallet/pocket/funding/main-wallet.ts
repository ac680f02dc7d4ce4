import { encodeBase64 } from '../../../../../contract/encoding/bytes.ts'
import {
  type EvmNetwork,
  type PaymentNetwork,
  type SolanaNetwork,
  networkOf,
} from '../../../../../contract/wallet/networks.ts'
import type { Authorization } from '../../../../../contract/wallet/payment/payment-payload.ts'
import type { PocketAccount } from '../../../storage/pocket/pocket-records.ts'
import { chainReader } from '../../chain/chain-reader.ts'
import { latestBlockhash } from '../../chain/solana-reads.ts'
import type { UsdcTransfer } from '../../chain/usdc-transfer.ts'
import { isPractice } from '../../practice/practice-names.ts'
import type {
  EvmDriver,
  SolanaDriver,
  WalletChoice,
  WalletDriver,
} from '../../session/wallet-session.ts'
import { localChains, usesRealChainIds } from '../../state/local-chains.ts'
import type { Wallet } from '../../wallet.ts'
import { TransferFault, connectFault, sendFault } from './transfer-fault.ts'

/** The person's own wallet, connected and on the network of the account. */
export type MainWallet = { address: string } & (
  | { family: 'evm'; network: EvmNetwork; driver: EvmDriver }
  | { family: 'solana'; network: SolanaNetwork; driver: SolanaDriver }
)

function networkOfAccount({ networkId }: PocketAccount): PaymentNetwork {
  const network = networkOf(networkId)
  if (network === undefined) throw new Error(`Unknown network ${networkId}.`)
  return network
}

/**
 * Connects a wallet as the main one of an account, and switches it to the account's network where it is on another.
 * Called by a press only. Rejects with a {@link TransferFault}: nothing was sent then.
 */
export async function connectMainWallet(
  wallet: Pick<Wallet, 'connections' | 'drivers' | 'view' | 'isOnline'>,
  account: PocketAccount,
  choice: WalletChoice,
): Promise<MainWallet> {
  const network = networkOfAccount(account)
  if (!wallet.isOnline()) throw new TransferFault('offline')
  if (usesRealChainIds(localChains(wallet)) && !isPractice(choice))
    throw new TransferFault('practice_only')
  try {
    if (network.family === 'evm') {
      const driver = await wallet.drivers.evm('main')
      await driver.connect(choice.id)
      if ((await driver.current()).chainId !== network.chainId) await driver.switchTo(network)
      return { family: 'evm', network, driver, address: await addressOn(driver, network.chainId) }
    }
    const driver = await wallet.drivers.solana('main')
    await driver.connect(choice.id)
    return { family: 'solana', network, driver, address: await addressOn(driver) }
  } catch (error) {
    throw error instanceof TransferFault ? error : connectFault(error)
  }
}

async function addressOn(driver: WalletDriver, chainId?: number): Promise<string> {
  const current = await driver.current()
  if (current.address === undefined) throw new TransferFault('gone')
  if (current.chainId !== chainId) throw new TransferFault('wrong_network')
  return current.address
}

/** Has the main wallet send a call of the network's USDC, in one prompt; returns the hash. */
export async function sendOnEvm(
  { driver, network, address }: Extract<MainWallet, { family: 'evm' }>,
  data: string,
): Promise<string> {
  const { asset, chainId } = network
  // With the chain in it: a wallet that was switched since refuses.
  const call = {
    from: address,
    to: asset,
    data,
    value: '0x0',
    chainId: `0x${chainId.toString(16)}`,
  }
  const hash = await driver.request('eth_sendTransaction', [call]).catch((error: unknown) => {
    throw sendFault(error)
  })
  if (typeof hash !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(hash))
    throw new TransferFault('maybe_sent')
  return hash
}

/**
 * Has the main wallet sign a transfer that it pays the network fee of, in one prompt, and sends it; returns the
 * signature that finds it. `cosign` signs before the wallet does.
 */
export async function sendOnSolana(
  wallet: Pick<Wallet, 'connections' | 'drivers' | 'session' | 'view'>,
  { driver, network, address }: Extract<MainWallet, { family: 'solana' }>,
  transfer: Pick<UsdcTransfer, 'payer' | 'payTo' | 'amountAtomic' | 'memo'>,
  cosign = (bytes: Uint8Array) => Promise.resolve(bytes),
): Promise<string> {
  const rpc = chainReader(wallet, network)
  if (rpc === undefined) throw new TransferFault('unreadable')
  const { usdcTransfer } = await import('../../chain/usdc-transfer.ts')
  const { blockhash } = await latestBlockhash(rpc).catch((error: unknown) => {
    throw new TransferFault('unreadable', error)
  })
  const planned = await cosign(
    usdcTransfer({
      ...transfer,
      mint: network.asset,
      feePayer: address,
      blockhash,
      createsAccount: true,
    }),
  )
  const signed = await driver.signTransaction(planned).catch((error: unknown) => {
    throw connectFault(error)
  })
  const signature = await rpc('sendTransaction', [
    encodeBase64(signed),
    { encoding: 'base64' },
  ]).catch((error: unknown) => {
    throw sendFault(error)
  })
  if (typeof signature !== 'string') throw new TransferFault('maybe_sent')
  return signature
}

/** The call of an ERC-20 that sends an atomic amount of the caller's: `transfer(address,uint256)`. */
export function transferCall(to: string, amountAtomic: number): string {
  return `0xa9059cbb${wordOf(to)}${wordOf(amountAtomic)}`
}

/**
 * The call that carries out an EIP-3009 authorization, whoever makes it:
 * `transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)`.
 */
export function authorizedTransferCall(
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
  signature: string,
): string {
  const [, r, s, v] = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(signature) ?? []
  if (r === undefined || s === undefined || v === undefined) throw new Error('Not a signature.')
  // Some signers count from 0.
  const recovery = (Number(`0x${v}`) % 27) + 27
  const fields = [from, to, value, validAfter, validBefore, nonce, recovery, `0x${r}`, `0x${s}`]
  return `0xe3ee160e${fields.map(wordOf).join('')}`
}

/** A value as 32 bytes in hex. Rejects what is no number and no bytes of that size. */
function wordOf(value: string | number): string {
  const number = BigInt(value)
  if (number < 0n || number >= 1n << 256n) throw new Error('Not a word of 32 bytes.')
  return number.toString(16).padStart(64, '0')
}
