import type { Connection } from '../../core/client/connection/connections.ts'

/** What the connection chip says, and the color of its dot. */
export interface ConnectionWords {
  /** "local", "practice", the name of a connection, or a state such as "disconnected". */
  place: string
  /** How requests are paid: "key ••7f2a", "no key". Absent while there is no connection. */
  payment?: string
  tone: 'good' | 'warn' | 'bad'
}

/** The current connection in a few words. */
export function connectionWords(
  connection: Connection | undefined,
  starting: boolean,
): ConnectionWords {
  if (connection === undefined)
    return starting ? { place: 'connecting', tone: 'warn' } : { place: 'disconnected', tone: 'bad' }
  const { kind, name, credential } = connection
  return {
    place: kind === 'remote' ? name : kind,
    payment: credential?.label ?? 'no key',
    // Many other APIs need no key; the local service always does.
    tone: credential === undefined && kind === 'local' ? 'warn' : 'good',
  }
}

/** What pays the requests of a connection, in a sentence, and what ends that where a wallet does. */
export function walletPaymentWords({ credential }: Pick<Connection, 'credential'>): {
  pays: string
  stop?: string
} {
  if (credential?.kind !== 'wallet')
    return { pays: 'Requests can be paid with a wallet instead of a key.' }
  return credential.isSealed === true
    ? {
        pays: 'Your pocket account pays for requests. It signs them by itself, within its limits.',
        stop: 'Stop paying with pocket account',
      }
    : {
        pays: 'Your wallet pays for requests. Each requires a signature.',
        stop: 'Stop paying with wallet',
      }
}
