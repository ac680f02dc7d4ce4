import {
  BaseWalletAdapter,
  WalletNotReadyError,
  WalletReadyState,
} from '@solana/wallet-adapter-base'

/*
 * Stands in for the phone wallet adapter, which the Solana wallet provider imports by name whether or
 * not it is used. Never ready, so no list of wallets offers it.
 */

export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter'

const nothing = () => undefined
export const createDefaultAddressSelector = nothing
export const createDefaultAuthorizationResultCache = nothing
export const createDefaultWalletNotFoundHandler = nothing

const notReady = () => Promise.reject(new WalletNotReadyError())

export class SolanaMobileWalletAdapter extends BaseWalletAdapter {
  name = SolanaMobileWalletAdapterWalletName
  url = ''
  icon = ''
  publicKey = null
  connecting = false
  readyState = WalletReadyState.Unsupported
  supportedTransactionVersions = null
  connect = notReady
  sendTransaction = notReady
  disconnect = () => Promise.resolve()
}
