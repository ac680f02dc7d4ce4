import { chainReader } from '../../chain/chain-reader.ts'
import { latestBlockhash } from '../../chain/solana-reads.ts'
import type { UsdcTransfer } from '../../chain/usdc-transfer.ts'
import type { Wallet } from '../../wallet.ts'
import type { MainWallet } from './main-wallet.ts'
import { connectFault, sendFault, TransferFault } from './transfer-fault.ts'

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
  const base64 = btoa(Array.from(signed, (byte) => String.fromCharCode(byte)).join(''))
  const signature = await rpc('sendTransaction', [base64, { encoding: 'base64' }]).catch(
    (error: unknown) => {
      throw sendFault(error)
    },
  )
  if (typeof signature !== 'string') throw new TransferFault('maybe_sent')
  return signature
}
