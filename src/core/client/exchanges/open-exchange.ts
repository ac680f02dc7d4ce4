import type { Failure } from '../../../../contract/errors/failure.ts'
import { eachString } from '../../../../contract/json-text.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import type { Client } from '../client.ts'
import { oncePerClient } from '../once-per-client.ts'
import type { Exchange, ExchangeOutcome } from './exchange.ts'

/** An exchange being written: everything that happens to a request goes through here. */
export interface OpenExchange {
  readonly id: string
  /** ms since the request was sent; before that, since it was opened. */
  elapsed(): number
  /** The exchange as it stands. */
  get(): Exchange
  update(change: (exchange: Exchange) => Exchange): void
  /** The request leaves now: times count from here. */
  markSent(change: (exchange: Exchange) => Exchange): void
  /** Ends the exchange, once; returns it as it stays. */
  close(failure: Failure | undefined): Exchange
}

/** Adds an exchange that is open until `close`. */
export function openExchange(
  { exchanges, world: { clock } }: Client,
  initial: Omit<Exchange, 'startedAt' | 'outcome' | 'timing' | 'unsent'>,
): OpenExchange {
  let start = clock.elapsed()
  let exchange: Exchange = {
    ...initial,
    startedAt: clock.now(),
    unsent: true,
    outcome: 'open',
    timing: {},
  }
  exchanges.add(exchange)
  const elapsed = () => clock.elapsed() - start
  const update = (change: (exchange: Exchange) => Exchange) => {
    if (exchange.outcome !== 'open') return
    exchange = change(exchange)
    const changed = exchange
    exchanges.update(exchange.id, () => changed)
  }
  return {
    id: exchange.id,
    elapsed,
    get: () => exchange,
    update,
    markSent(change) {
      start = clock.elapsed()
      update((before) => {
        const { unsent: _, ...sent } = before
        return change({ ...sent, startedAt: clock.now() })
      })
    },
    close(failure) {
      const end = elapsed()
      update((before) => ({
        ...before,
        outcome: outcomeOf(before, failure),
        timing: { ...before.timing, end },
        ...(failure === undefined || failure.kind === 'aborted' ? {} : { failure }),
      }))
      return exchange
    },
  }
}

function outcomeOf({ status }: Exchange, failure: Failure | undefined): ExchangeOutcome {
  switch (failure?.kind) {
    case undefined:
      return 'done'
    case 'aborted':
      return 'stopped'
    case 'cut':
    case 'stalled':
      // Bytes are missing only where some came.
      return status === undefined ? 'failed' : 'cut'
    default:
      return 'failed'
  }
}

/**
 * The names of files that are base64 in JSON bodies. The API has no place for most of them, so they are remembered
 * here until the request is sent, and none of the files' bytes with them; its exchange has them from then on.
 */
interface FileNames {
  /** Remembers the name of the file that a string of a body holds. */
  add(text: string, fileName: string): void
  /** The names of the files in a body by their place, such as `messages.0.content.0.image_url.url`. */
  listIn(body: JsonValue): Readonly<Record<string, string>>
}

const SAMPLES = 64
const SAMPLE_LENGTH = 16

/** The names that a client remembers. */
export const fileNamesOf = oncePerClient(createFileNames)

function createFileNames(): FileNames {
  const names = new Map<string, string>()
  return {
    add: (text, fileName) => void names.set(fingerprint(text), fileName),
    listIn(body) {
      const found: Record<string, string> = {}
      if (names.size === 0) return found
      eachString(body, (text, { path }) => {
        const fileName = names.get(fingerprint(text))
        if (fileName !== undefined) found[path] = fileName
      })
      return found
    },
  }
}

/** The length and samples of a text: a file has millions of characters, and all that depends on it is a name. */
function fingerprint(text: string): string {
  const step = Math.max(1, (text.length - SAMPLE_LENGTH) / (SAMPLES - 1))
  const samples = Array.from({ length: SAMPLES }, (_, index) => {
    const at = Math.floor(index * step)
    return text.slice(at, at + SAMPLE_LENGTH)
  })
  return `${text.length}:${samples.join('')}`
}
