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
