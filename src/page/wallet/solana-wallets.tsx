import type { WalletError, WalletName } from '@solana/wallet-adapter-base'
import {
  ConnectionProvider,
  useWallet,
  WalletProvider,
  type WalletContextState,
} from '@solana/wallet-adapter-react'
import { VersionedTransaction } from '@solana/web3.js'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { StoreApi } from 'zustand/vanilla'

import { encodeBase58 } from '../../../contract/encoding/base58.ts'
import { PRACTICE_NAME } from '../../core/wallet/practice/practice-names.ts'
import { iconOf } from '../../core/wallet/session/discover-wallets.ts'
import {
  type SessionState,
  type SolanaDriver,
  forgetWallet,
  rememberWallet,
} from '../../core/wallet/session/wallet-session.ts'
import { waitUntil } from '../../core/wallet/world.ts'

const STORAGE_KEY = 'playground.solanaWallet'

interface Host {
  context: WalletContextState | undefined
  waiting: { name: string; settle: (error?: unknown) => void } | undefined
  /** Who waits for a wallet to be found again here. */
  looking: Set<() => void>
}

/** How long a wallet that was found may take to be found again here, ms. */
const COMES_WITHIN_MS = 2000

/**
 * Solana wallets through wallet-adapter and the Wallet Standard, none built in. The provider stands in a
 * root of its own: when it is taken down it lets go of its wallets, and a chat request has to be signed
 * long after the wallet area was left.
 */
export function openSolanaWallets(store: StoreApi<SessionState>): SolanaDriver {
  const host: Host = { context: undefined, waiting: undefined, looking: new Set() }
  const settle = (error?: unknown) => {
    const { waiting } = host
    host.waiting = undefined
    waiting?.settle(error)
  }
  const onError = (error: WalletError) => settle(error)
  /** The pocket account is in use: this wallet is connected to fund it. */
  const isBeside = () => store.getState().session?.kind === 'pocket'
  const show = (context: WalletContextState) => {
    host.context = context
    const { wallet, connected, publicKey } = context
    for (const look of host.looking) look()
    const name = wallet?.adapter.name
    if (isBeside()) {
      if (connected && host.waiting?.name === name) settle()
    } else if (connected && publicKey !== null && name !== undefined) {
      store.setState({
        session: {
          family: 'solana',
          id: name,
          name: name.slice(0, 60),
          ...iconOf(wallet?.adapter.icon),
          address: publicKey.toBase58(),
          kind: name === PRACTICE_NAME ? 'practice' : 'wallet',
        },
      })
      if (host.waiting?.name === name) settle()
    } else if (store.getState().session?.family === 'solana') store.setState({ session: undefined })
  }
  createRoot(document.createElement('div')).render(
    // Chains are read elsewhere; the endpoint only has to be one.
    <ConnectionProvider endpoint={`${location.origin}/local/rpc/solana`}>
      <WalletProvider wallets={[]} autoConnect localStorageKey={STORAGE_KEY} onError={onError}>
        <Watch show={show} />
      </WalletProvider>
    </ConnectionProvider>,
  )

  const context = (): WalletContextState => {
    if (host.context === undefined) throw new Error('NotConnected')
    return host.context
  }
  const contextWith = async (id: string): Promise<WalletContextState> => {
    const found = await waitUntil(
      () => host.context?.wallets.find(({ adapter }) => adapter.name === id),
      (look) => {
        host.looking.add(look)
        return () => host.looking.delete(look)
      },
      COMES_WITHIN_MS,
    )
    if (found === undefined) throw new Error('NotFound')
    return context()
  }
  return {
    connect: async (id) => {
      const now = await contextWith(id)
      const { wallet, connected } = now
      if (!(connected && wallet?.adapter.name === id))
        await new Promise<void>((resolve, reject) => {
          settle(new Error('cancelled'))
          host.waiting = {
            name: id,
            settle: (error) => (error === undefined ? resolve() : reject(error as Error)),
          }
          // Choosing the one that failed before has to count as a choice again.
          if (wallet?.adapter.name === id) void wallet.adapter.connect().catch(settle)
          else now.select(id as WalletName)
        })
      else show(now)
      if (!isBeside()) rememberWallet({ family: 'solana', id })
    },
    disconnect: async () => {
      if (!isBeside()) forgetWallet()
      await host.context?.disconnect()
    },
    current: () => Promise.resolve({ address: context().wallet?.adapter.publicKey?.toBase58() }),
    signText: async (_address, text) => {
      const { signMessage } = context()
      if (signMessage === undefined) throw new Error('not supported')
      return encodeBase58(await signMessage(new TextEncoder().encode(text)))
    },
    signTransaction: async (bytes) => {
      const { signTransaction } = context()
      if (signTransaction === undefined) throw new Error('not supported')
      return (await signTransaction(VersionedTransaction.deserialize(bytes))).serialize()
    },
  }
}

function Watch({ show }: { show: (context: WalletContextState) => void }) {
  const context = useWallet()
  // Told after React is done: an effect of this root may run within a commit of the page's that was held
  // back, and a store that changes there draws the page a second time in the middle of it (React's error 177).
  useEffect(() => queueMicrotask(() => show(context)), [context, show])
  return null
}
