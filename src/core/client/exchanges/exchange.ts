import type { StoreApi } from 'zustand/vanilla'

import type { TokenCounts } from '../../../../contract/chat/read/read-facts.ts'
import type { Cost } from '../../../../contract/chat/response.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import { createObservable } from '../observable.ts'
import type { World } from '../world.ts'

/** One server-sent event as it arrived. */
export interface StreamEventRecord {
  /** ms since the request was sent. */
  at: number
  event?: string
  data: string
}

/** Events in their order: an array, or a log that holds them in less memory. */
export interface EventSequence extends Iterable<StreamEventRecord> {
  readonly length: number
  at(index: number): StreamEventRecord | undefined
  slice(start: number, end?: number): readonly StreamEventRecord[]
}

/** A body that is text: parsed where it was JSON. */
export type TextBody =
  | { kind: 'json'; value: JsonValue; bytes: number }
  | { kind: 'text'; text: string; bytes: number }

/** The body of an answer; a file is kept as it came, and is shown only as what its bytes are. */
export type ExchangeBody = TextBody | { kind: 'file'; mediaType: string; blob: Blob; bytes: number }

/** One field of a form that was sent; of a file only what describes it. */
export type ExchangeFormField =
  | { name: string; text: string }
  | { name: string; fileName: string; mediaType: string; bytes: number }

/** Times in ms since the request was sent; absent until reached. */
interface ExchangeTiming {
  /** When the connection stood; only where the browser tells it. */
  connected?: number
  headers?: number
  firstByte?: number
  firstToken?: number
  end?: number
}

/** What an answer says it cost, with the balance before it where the headers say so (USD text). */
interface Receipt {
  usage?: TokenCounts
  cost?: Cost
  /** By usage and list prices, micro-USD: see `CostReport`. */
  estimatedMicroUsd?: number
  balanceBeforeUsd?: string
  balanceAfterUsd?: string
}

/** Outcome of an exchange. `open`: still receiving; `cut`: the body ended early. */
export type ExchangeOutcome = 'open' | 'done' | 'failed' | 'cut' | 'stopped'

/**
 * One API call, from the bytes sent to the bytes received. The inspector, the history, the cost and
 * the code views read nothing else. Secrets in the request's headers are already masked.
 */
export interface Exchange {
  id: string
  /** When the request was sent, or opened where nothing was sent; Unix ms. */
  startedAt: number
  providerName: string
  /** The connection it went over, and its session: another account is another one; unknown of what came from a file. */
  connection?: { id: string; name: string; session?: string }
  /** What is spoken, where that isn't the API of a connection: a message to a tool server. */
  protocol?: 'mcp'
  /** What it was sent for: the request of a model, and the id of the tool call in its response. */
  cause?: { exchangeId: string; toolCallId?: string }
  /** The page asked for it by itself, such as for the list of models; nobody pressed anything. */
  background: boolean
  /** Opened from a file instead of made by this page. */
  fromFile?: true
  /** Read from what this browser kept: made before the page was loaded. */
  fromHistory?: true
  /** Nothing of it left this page: it was refused, stopped or declined before. */
  unsent?: true
  /** It was too long to be kept whole: the bytes of files, or the end of the answer, are left out. */
  shortened?: true
  /** The file that it was opened from lacks the body of its response, or the events. */
  bodyMissing?: true
  request: {
    method: string
    url: string
    /** Path below the base address, such as `/chat/completions`. */
    path: string
    headers: HeaderList
    /** The JSON body exactly as sent; absent when there is none. */
    body?: JsonValue
    /**
     * The names under which a person chose files that stand as base64 in the body, by their place in it
     * (`messages.0.content.0.image_url.url`). They are not sent.
     */
    fileNames?: Readonly<Record<string, string>>
    /** The fields of a form, in their order; absent when none was sent. */
    form?: readonly ExchangeFormField[]
    bytes: number
  }
  outcome: ExchangeOutcome
  timing: ExchangeTiming
  status?: number
  /** The headers a web page may read, as they came. */
  headers: HeaderList
  body?: ExchangeBody
  /**
   * The events of a streamed answer, oldest first. While the exchange is open this one list grows in
   * place (a copy per event would make long answers slow); `eventCount` says how far.
   */
  events: EventSequence
  eventCount: number
  failure?: Failure
  receipt: Receipt
}

interface ExchangeState {
  byId: Readonly<Record<string, Exchange>>
  /** Ids, newest last. */
  order: readonly string[]
  /** When the last of those ended that are no longer there, Unix ms; 0 while all are. */
  droppedUntil: number
}

/** This many exchanges are kept in memory, and those under way. */
const MAX_EXCHANGES = 60

/** The requests seen since the page was loaded, and those opened from a file or the history. */
export interface Exchanges {
  store: StoreApi<ExchangeState>
  /** Adds an exchange; the oldest one that has ended goes when there are too many. */
  add(exchange: Exchange): void
  /** Changes an exchange that is still there. */
  update(id: string, change: (exchange: Exchange) => Exchange): void
  /** Puts an exchange of the past among the others by the time it was sent, or replaces it. */
  restore(exchange: Exchange): void
}

export function createExchanges({ report }: Pick<World, 'report'>): Exchanges {
  const store = createObservable<ExchangeState>({ byId: {}, order: [], droppedUntil: 0 }, report)
  return {
    store,
    add(exchange) {
      store.setState(({ byId, order, droppedUntil }) => {
        const ended = order.filter((id) => byId[id]?.outcome !== 'open')
        const dropped = new Set(ended.slice(0, Math.max(0, order.length + 1 - MAX_EXCHANGES)))
        return {
          order: [...order.filter((id) => !dropped.has(id)), exchange.id],
          byId: {
            ...Object.fromEntries(Object.entries(byId).filter(([id]) => !dropped.has(id))),
            [exchange.id]: exchange,
          },
          droppedUntil: Math.max(droppedUntil, ...[...dropped].map((id) => endOf(byId[id]))),
        }
      })
    },
    update(id, change) {
      store.setState(({ byId }) => {
        const exchange = byId[id]
        return exchange === undefined ? {} : { byId: { ...byId, [id]: change(exchange) } }
      })
    },
    restore(exchange) {
      store.setState(({ byId, order }) => {
        const others = order.filter((id) => id !== exchange.id)
        const at = others.findIndex((id) => (byId[id]?.startedAt ?? 0) > exchange.startedAt)
        return {
          byId: { ...byId, [exchange.id]: exchange },
          order: others.toSpliced(at === -1 ? others.length : at, 0, exchange.id),
        }
      })
    },
  }
}

function endOf(exchange: Exchange | undefined): number {
  return exchange === undefined ? 0 : exchange.startedAt + (exchange.timing.end ?? 0)
}
