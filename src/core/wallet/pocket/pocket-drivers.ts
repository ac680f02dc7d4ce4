import type { StoreApi } from 'zustand/vanilla'

import type { EvmNetwork } from '../../../../contract/wallet/networks.ts'
import type { Authorization } from '../../../../contract/wallet/payment/payment-payload.ts'
import type { PocketAccount } from '../../storage/pocket/pocket-records.ts'
import {
  type EvmDriver,
  forgetWallet,
  rememberWallet,
  type SessionState,
  type SignedCost,
  type SolanaDriver,
  type WalletDriver,
} from '../session/wallet-session.ts'
import {
  allowedAuthorization,
  allowedSignIn,
  allowedTransaction,
  evmKeyOf,
  isFree,
  networkOfAccount,
  openedKey,
  reserveSpend,
  signAuthorization,
  solanaKeyOf,
} from './allowed.ts'
import {
  accountOfWallet,
  loadPocket,
  type Pocket,
  pocketChoice,
  unlockPocket,
} from './pocket-account.ts'
import { PocketFault, storedPocket } from './pocket-fault.ts'
import { signTextWith } from './pocket-keys.ts'

/**
 * The pocket accounts as wallets. They never prompt, and sign three things alone: sign-ins of their own API, top-ups
 * to its known recipient, each within their limits, and by a press what is sent back (`send-back.ts`).
 */
export function openPocketDrivers(
  pocket: Pocket,
  session: StoreApi<SessionState>,
): { evm: EvmDriver; solana: SolanaDriver } {
  pocket.store.subscribe((state) => {
    const { session: inUse } = session.getState()
    if (inUse?.kind === 'pocket' && accountOfWallet(state, inUse) === undefined)
      session.setState({ session: undefined })
  })

  /** The account in use. */
  const inUse = (): PocketAccount => {
    const wallet = session.getState().session
    const account = wallet && accountOfWallet(pocket.store.getState(), wallet)
    if (account === undefined) throw new PocketFault('gone')
    return account
  }

  const common: WalletDriver = {
    connect: async (id) => {
      if (pocket.store.getState().accounts === undefined) await loadPocket(pocket)
      const account = accountOfWallet(pocket.store.getState(), { id })
      if (account === undefined) throw new PocketFault('gone')
      const network = networkOfAccount(account)
      session.setState({
        session: {
          ...pocketChoice(account),
          address: account.address,
          kind: 'pocket',
          ...(network.family === 'evm' && { chainId: network.chainId }),
        },
      })
      rememberWallet({ family: account.family, id })
    },
    disconnect: () => {
      forgetWallet()
      session.setState({ session: undefined })
      return Promise.resolve()
    },
    current: () => {
      const { address, ...account } = inUse()
      const network = networkOfAccount({ address, ...account })
      return Promise.resolve({
        address,
        ...(network.family === 'evm' && { chainId: network.chainId }),
      })
    },
    unlock: (signal, isBackground) => unlockPocket(pocket, inUse().id, signal, isBackground),
    signText: async (address, text, cost) => {
      const account = inUse()
      if (account.address !== address) throw new PocketFault('not_allowed')
      return signSignIn(pocket, account, text, cost)
    },
  }

  return {
    evm: {
      ...common,
      signTransfer: (network, authorization) => signTopUp(pocket, inUse(), network, authorization),
      switchTo: ({ id }) =>
        id === inUse().networkId
          ? Promise.resolve()
          : Promise.reject(new PocketFault('not_allowed')),
      request: () => Promise.reject(new Error('not supported')),
    },
    solana: { ...common, signTransaction: (bytes) => signTopUpTransaction(pocket, inUse(), bytes) },
  }
}

async function signSignIn(
  pocket: Pocket,
  account: PocketAccount,
  text: string,
  cost: SignedCost | undefined,
): Promise<string> {
  const { now, agreedUpstream } = pocket.world
  const facts = { nowMs: now(), upstream: agreedUpstream(account.baseUrl) }
  const { url } = allowedSignIn(account, text, facts)
  const opened = openedKey(pocket, account)
  if (isFree(account, url)) return signTextWith(opened, text)
  const reserved = await reserveSpend(pocket, account, 'request', cost?.maxMicroUsd)
  const signature = await signFor(pocket, reserved, () =>
    signTextWith(openedKey(pocket, account), text),
  )
  cost?.onSettled(reserved.settle)
  return signature
}

/** Signs for what was reserved. Locked in the meantime, nothing is signed, so nothing counts. */
async function signFor<Signed>(
  { world }: Pocket,
  { settle }: Awaited<ReturnType<typeof reserveSpend>>,
  sign: () => Promise<Signed>,
): Promise<Signed> {
  try {
    return await sign()
  } catch (error) {
    // What can't be written stays counted.
    await settle(0).catch(world.report)
    throw error
  }
}

async function signTopUp(
  pocket: Pocket,
  account: PocketAccount,
  network: EvmNetwork,
  authorization: Authorization,
): Promise<string> {
  const { now, findPayee } = pocket.world
  const known = await storedPocket(findPayee(account.origin, account.networkId))
  if (network.id !== account.networkId) throw new PocketFault('not_allowed')
  const facts = { payTo: known?.payTo, nowMs: now() }
  const amount = allowedAuthorization(account, authorization, facts)
  evmKeyOf(pocket, account)
  const reserved = await reserveSpend(pocket, account, 'top-up', amount)
  return signFor(pocket, reserved, async () =>
    signAuthorization(evmKeyOf(pocket, account), account, authorization),
  )
}

async function signTopUpTransaction(
  pocket: Pocket,
  account: PocketAccount,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const known = await storedPocket(pocket.world.findPayee(account.origin, account.networkId))
  const { amountMicroUsd, createsAccount } = await allowedTransaction(account, bytes, known?.payTo)
  if (createsAccount) throw new PocketFault('not_allowed')
  solanaKeyOf(pocket, account)
  const reserved = await reserveSpend(pocket, account, 'top-up', amountMicroUsd)
  return signFor(pocket, reserved, async () => solanaKeyOf(pocket, account).signTransaction(bytes))
}
