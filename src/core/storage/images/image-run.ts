import type { Failure } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { JsonObject } from '../../../../contract/json.ts'

/** A picture file as it is kept. Sides in px, upright; absent when they could not be read. */
export interface KeptPicture {
  file: Blob
  fileName: string
  /** The type by its first bytes: `png`, `jpeg` …; absent for what is no picture. */
  type?: string
  width?: number
  height?: number
  /** A small picture of it that this page made. */
  thumbnail?: Blob
}

/** What an edit started from: a picture of this device, or an address the service fetches. */
export type RunSource = ({ kind: 'file' } & KeptPicture) | { kind: 'url'; url: string }

/**
 * How a run stands. `unknown`: it was sent, and the page went away before the answer came, so
 * whether it was done and billed is not known.
 */
type RunState = 'running' | 'done' | 'failed' | 'stopped' | 'unknown'

/** One image edit, from what was sent to what came back. */
export interface ImageRun {
  id: string
  /** Runs that were started by one press have the same. */
  batchId: string
  /** Unix ms. */
  startedAt: number
  /** Unix ms; absent until it has ended. */
  endedAt?: number
  state: RunState
  source: RunSource
  /** Request fields besides `image`, as they were sent. */
  fields: JsonObject
  transport: 'multipart' | 'json'
  /** The run whose result was the source. */
  madeFrom?: string
  result?: KeptPicture
  /** The readable headers of the answer. */
  headers: HeaderList
  /** The provider's word in the names of those headers. */
  providerName: string
  failure?: Failure
  /** It was given up, or failed, before anything left this page. */
  notSent?: true
  /** What the list of models said it would cost, micro-USD. */
  priceMicroUsd?: number
  /** Credit before the batch as far as known, micro-USD. */
  balanceBeforeMicroUsd?: number
  /** What the balance went down by, micro-USD, over so many runs of the batch together. */
  charged?: {
    microUsd: number
    runs: number
    /** The part of this run alone, where it can be told. */
    own?: number
  }
  /** Credit of a wallet after the batch, as the answers told it, micro-USD. */
  balanceAfterMicroUsd?: number
  pinned?: boolean
}
