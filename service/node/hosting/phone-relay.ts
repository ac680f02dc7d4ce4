import { isLoopbackHost } from './api-origin.ts'

/** The WalletConnect project under which phone wallets are reached, and through which relay. */
export interface PhoneRelay {
  projectId: string
  /** `wss://host` without a path; plain `ws://` only on this machine. */
  relayUrl: string
}

const PUBLIC_RELAY = 'wss://relay.walletconnect.org'

/** A relay that was understood, or a sentence that says why not. */
export type PhoneRelayResult = { ok: true; relay: PhoneRelay } | { ok: false; message: string }

/** Reads the id of a project and the address of its relay, which is the public one when absent. */
export function readPhoneRelay(projectId: string, address = PUBLIC_RELAY): PhoneRelayResult {
  if (!/^[\w-]{1,64}$/.test(projectId))
    return {
      ok: false,
      message: '--walletconnect must be a project ID: 1 to 64 letters, digits, - or _.',
    }
  const url = URL.canParse(address) ? new URL(address) : undefined
  // Stray signs in the host would change the meaning of the page's policy.
  const isRelay =
    url !== undefined &&
    /^wss?:$/.test(url.protocol) &&
    /^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(url.hostname) &&
    (address === url.origin || address === `${url.origin}/`)
  if (!isRelay)
    return {
      ok: false,
      message: `--walletconnect-relay is ${JSON.stringify(address.slice(0, 100))}, but must be like wss://relay.example.com, without a path.`,
    }
  if (url.protocol === 'ws:' && !isLoopbackHost(url.hostname))
    return {
      ok: false,
      message: '--walletconnect-relay: ws:// is for this computer only; other hosts require wss://',
    }
  return { ok: true, relay: { projectId, relayUrl: url.origin } }
}
