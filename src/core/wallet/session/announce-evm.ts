interface EvmWallet {
  name: string
  /** Its reverse domain name. */
  rdns: string
  /** A data URL. */
  icon: string
  /** EIP-1193. */
  provider: object
}

/** Makes a wallet of this page known as extensions make theirs: by EIP-6963. */
export function announceEvmWallet({ provider, ...info }: EvmWallet): void {
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID(), ...info }),
    provider,
  })
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
