/** What phone wallets are offered as. */
export const PHONE_NAME = 'WalletConnect (phone wallet)'

/** Their reverse domain name among the EIP-6963 wallets of the page. */
export const PHONE_RDNS = 'local.playground.walletconnect'
