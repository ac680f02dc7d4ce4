import { Account, createAddressFromString, hexToBytes } from '@ethereumjs/util'
import type { VM } from '@ethereumjs/vm'
import type { Address } from 'viem'

import multicall from './contracts/multicall3-mini.json' with { type: 'json' }
import usdc from './contracts/test-usdc.json' with { type: 'json' }

/** Where Multicall3 is on every chain. */
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** What each funded account starts with, wei: a million coins. */
const FUNDS_WEI = 1_000_000n * 10n ** 18n

/** Who and what is there before the first block. */
export interface Genesis {
  /** The address of the USDC contract. */
  asset: Address
  /** The only account that may mint. */
  minter: Address
  /** Accounts that can pay for gas. */
  funded: readonly Address[]
}

/** Writes the first state and answers its root. */
export async function writeGenesis(vm: VM, genesis: Genesis): Promise<Uint8Array> {
  const { stateManager } = vm
  const token = createAddressFromString(genesis.asset)
  await stateManager.checkpoint()
  for (const address of genesis.funded)
    await stateManager.putAccount(createAddressFromString(address), new Account(0n, FUNDS_WEI))
  // A contract's nonce starts at one (EIP-161).
  await stateManager.putAccount(token, new Account(1n))
  await stateManager.putCode(token, codeOf(usdc.runtime))
  await stateManager.putStorage(
    token,
    new Uint8Array(32),
    createAddressFromString(genesis.minter).bytes,
  )
  const multicallAddress = createAddressFromString(MULTICALL3)
  await stateManager.putAccount(multicallAddress, new Account(1n))
  await stateManager.putCode(multicallAddress, codeOf(multicall.runtime))
  await stateManager.commit()
  return stateManager.getStateRoot()
}

function codeOf(runtime: string): Uint8Array {
  return hexToBytes(`0x${runtime.slice(2)}`)
}
