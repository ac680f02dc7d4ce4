import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import type { Authorization } from '../../../../contract/wallet/payment/payment-payload.ts'
import type { Pocket } from './pocket-account.ts'

/**
 * Signs the one other transfer that an account signs, by a press: of its own USDC to the wallet that it was
 * funded from, or to `mainWallet`, the one that is connected. An EIP-3009 authorization, for that wallet to
 * submit.
 */
export async function signSendBack(
  _pocket: Pocket,
  _id: string,
  _given: { network: EvmNetwork; authorization: Authorization; mainWallet: string },
): Promise<string> {
  throw new Error('not yet')
}

/**
 * The same on Solana: co-signs a transaction of `usdcTransfer`, whose fee payer and recipient is that wallet.
 * Returns the transaction with the account's signature in it; the fee payer's is still open.
 */
export async function cosignSendBack(
  _pocket: Pocket,
  _id: string,
  _given: { bytes: Uint8Array; mainWallet: string },
): Promise<Uint8Array> {
  throw new Error('not yet')
}
