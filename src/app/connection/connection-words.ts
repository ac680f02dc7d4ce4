import type { Connection } from '../../core/client/connection/connections.ts'

/** What the connection chip says, and the color of its dot. */
export interface ConnectionWords {
  /** The connection's name, as its dialog has it, or that there is none. */
  name: string
  /** All of it, in hints: "Other · api.example.com · key ••7f2a". */
  hint: string
  tone: 'good' | 'warn' | 'bad'
}

/** The current connection in a few words. */
export function connectionWords(
  connection: Connection | undefined,
  starting: boolean,
): ConnectionWords {
  if (connection === undefined)
    return starting
      ? { name: 'Connecting', hint: 'Connecting', tone: 'warn' }
      : { name: 'Disconnected', hint: 'Disconnected', tone: 'bad' }
  const { kind, name, baseUrl, credential } = connection
  const hosts = kind === 'remote' ? [new URL(baseUrl).host] : []
  const hint = [...new Set([name, ...hosts, credential?.label ?? 'no key'])].join(' · ')
  // Many other APIs need no key; the local service always does.
  return { name, hint, tone: credential === undefined && kind === 'local' ? 'warn' : 'good' }
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
