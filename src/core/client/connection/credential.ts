import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { redacted } from '../../../../contract/headers/secrets/secret-shapes.ts'

/**
 * Where the proof of payment for a request comes from: an API key, or a wallet that signs. It
 * belongs to one API origin, and the client never asks it for headers for another.
 */
export interface CredentialSource {
  kind: 'api-key' | 'wallet'
  /** What may be shown: "key ••7f2a". Never the secret. */
  label: string
  /** The only origin the secret may be sent to, such as `https://api.example.com`. */
  origin: string
  /**
   * The headers that authenticate one request. A wallet may ask the person to sign, so this can
   * take long and can be aborted; it rejects when the person declines.
   */
  authorize(request: { method: string; url: string }, signal: AbortSignal): Promise<HeaderList>
  /** Returns `text` with the API key masked. Absent for wallets, which have no long-lived secret. */
  withoutSecret?(text: string): string
}

/** A key held in this closure alone: not in a store, not on disk, not readable from the outside. */
export function apiKeyCredential(key: string, origin: string): CredentialSource {
  return {
    kind: 'api-key',
    label: `key ••${key.slice(-4)}`,
    origin,
    authorize: () => Promise.resolve([['Authorization', `Bearer ${key}`]]),
    withoutSecret: (text) => text.replaceAll(key, redacted(key)),
  }
}
