import type { Connection } from '../../core/client/connection/connections.ts'
import { cx } from '../../ui/cx.ts'

const COLORS = [
  'bg-connection-1',
  'bg-connection-2',
  'bg-connection-3',
  'bg-connection-4',
  'bg-connection-5',
  'bg-connection-6',
] as const

const TONES = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' }

interface ConnectionDotProps {
  /** Its place among the colors of connections; undefined for this machine's service. */
  color: number | undefined
  /** Whether all is well; anything else has a color of its own. */
  tone: keyof typeof TONES
  isFaint?: boolean
}

/** The dot by which a connection is recognized. */
export function ConnectionDot({ color, tone, isFaint = false }: ConnectionDotProps) {
  const own = color === undefined ? undefined : COLORS[color % COLORS.length]
  return (
    <span
      aria-hidden
      className={cx(
        'size-2 shrink-0 rounded-full',
        tone === 'good' ? (own ?? TONES.good) : TONES[tone],
        isFaint && 'opacity-40',
      )}
    />
  )
}

interface ConnectionWords {
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
