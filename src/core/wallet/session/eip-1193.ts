/** A question to a wallet. */
export interface ProviderRequest {
  method: string
  params?: readonly unknown[]
}

type Listener = (value: unknown) => void

/** An error as wallets give it; EIP-1193 and EIP-1474 name the codes. */
export function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** The part of a provider that tells its listeners of events, and what tells them. */
export function providerEvents() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    listening: {
      on(event: string, listener: Listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      removeListener(event: string, listener: Listener) {
        listeners.get(event)?.delete(listener)
      },
    },
    emit: (event: string, value: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(value)
    },
  }
}

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
