import {
  type Authorization,
  TRANSFER_WITH_AUTHORIZATION,
  usdcDomain,
} from '../../../../contract/wallet/payment/payment-payload.ts'
import type { PocketAccount } from '../../storage/pocket/pocket-records.ts'
import type { EvmKey, SolanaKey } from '../local-key/local-key.ts'
import { networkOfAccount } from './allowed.ts'
import type { Pocket } from './pocket-account.ts'
import { PocketFault } from './pocket-fault.ts'
import type { PocketKey } from './pocket-keys.ts'

/** Signs an authorization that was checked, over our constants for its network. */
export function signAuthorization(
  key: EvmKey,
  account: PocketAccount,
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
): Promise<string> {
  const network = networkOfAccount(account)
  if (network.family !== 'evm') throw new PocketFault('not_allowed')
  return key.signTypedData({
    domain: usdcDomain(network),
    types: TRANSFER_WITH_AUTHORIZATION,
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
  })
}

/** The key of an account that is unlocked; throws a {@link PocketFault} where it isn't. */
export function openedKey({ keys }: Pocket, { id }: PocketAccount): PocketKey {
  const key = keys.get(id)
  if (key === undefined) throw new PocketFault('locked')
  return key
}

/** The same, of an account on an EVM network. */
export function evmKeyOf(pocket: Pocket, account: PocketAccount): EvmKey {
  const opened = openedKey(pocket, account)
  if (opened.family !== 'evm') throw new PocketFault('not_allowed')
  return opened.key
}

/** The same, of an account on Solana. */
export function solanaKeyOf(pocket: Pocket, account: PocketAccount): SolanaKey {
  const opened = openedKey(pocket, account)
  if (opened.family !== 'solana') throw new PocketFault('not_allowed')
  return opened.key
}
