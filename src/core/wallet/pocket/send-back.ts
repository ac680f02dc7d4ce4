import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import type { Authorization } from '../../../../contract/wallet/payment/payment-payload.ts'
import { allowedAuthorization, allowedTransaction } from './allowed.ts'
import { accountById, type Pocket } from './pocket-account.ts'
import { PocketFault } from './pocket-fault.ts'
import { evmKeyOf, signAuthorization, solanaKeyOf } from './sign-with-key.ts'

/**
 * Signs the one other transfer that an account signs, by a press: of its own USDC to the wallet that it was
 * funded from, or to `mainWallet`, the one that is connected. An EIP-3009 authorization, for that wallet to
 * submit.
 */
export async function signSendBack(
  pocket: Pocket,
  id: string,
  {
    network,
    authorization,
    mainWallet,
  }: { network: EvmNetwork; authorization: Authorization; mainWallet: string },
): Promise<string> {
  const account = await accountById(pocket, id)
  if (network.id !== account.networkId) throw new PocketFault('not_allowed')
  const to = authorization.to.toLowerCase()
  const payTo = [account.fundedFrom, mainWallet].find((one) => one?.toLowerCase() === to)
  allowedAuthorization(account, authorization, { payTo, nowMs: pocket.world.now() })
  return signAuthorization(evmKeyOf(pocket, account), account, authorization)
}

/**
 * The same on Solana: co-signs a transaction of `usdcTransfer`, whose fee payer and recipient is that wallet.
 * Returns the transaction with the account's signature in it; the fee payer's is still open.
 */
export async function cosignSendBack(
  pocket: Pocket,
  id: string,
  { bytes, mainWallet }: { bytes: Uint8Array; mainWallet: string },
): Promise<Uint8Array> {
  const account = await accountById(pocket, id)
  const { feePayer } = await allowedTransaction(account, bytes, mainWallet)
  if (feePayer !== mainWallet) throw new PocketFault('not_allowed')
  return solanaKeyOf(pocket, account).signTransaction(bytes)
}
