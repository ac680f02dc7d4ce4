import type { Hex, SignTypedDataParameters, TypedData } from 'viem'

import { hexOf } from '../../../../contract/wallet/sign-in.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An Ethereum key of this page. Web Crypto knows none, so its bytes are in this closure until it is wiped. */
export interface EvmKey {
  address: Hex
  /** EIP-191. */
  signMessage(raw: Hex): Promise<Hex>
  /** EIP-712. */
  signTypedData(data: TypedDataToSign): Promise<Hex>
  wipe(): void
}

/** Typed data, which whoever calls has built or checked. */
export type TypedDataToSign = Omit<
  SignTypedDataParameters<TypedData, string>,
  'account' | 'privateKey'
>

/** The key of 32 secret bytes, which it overwrites when it is wiped. Rejects where they are none. */
export async function openEvmKey(secret: Bytes): Promise<EvmKey> {
  const { privateKeyToAddress, signMessage, signTypedData } = await import('viem/accounts')
  let isWiped = false
  const privateKey = (): Hex => {
    if (isWiped) throw new Error('locked')
    return `0x${hexOf(secret)}`
  }
  return {
    address: privateKeyToAddress(privateKey()),
    signMessage: async (raw) => signMessage({ message: { raw }, privateKey: privateKey() }),
    signTypedData: async (data) => signTypedData({ ...data, privateKey: privateKey() }),
    wipe: () => {
      isWiped = true
      secret.fill(0)
    },
  }
}
