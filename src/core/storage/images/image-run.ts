import type { Failure } from '../../../../contract/errors/failure.ts'
import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { packFile, unpackFile, type FileByHash, type StoredImageFile } from './image-files.ts'

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
  /** The exchange that it was sent by; absent while it is under way, and when it was not sent. */
  exchangeId?: string
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

/** A picture of a stored run; those of older versions hold the file, or do not say its type. */
type StoredPicture = Omit<KeptPicture, 'file'> & Partial<FileByHash> & { file?: Blob }

/** A run as it is stored: its files are kept beside it. */
export type StoredImageRun = Omit<ImageRun, 'source' | 'result'> & {
  source: ({ kind: 'file' } & StoredPicture) | { kind: 'url'; url: string }
  result?: StoredPicture
}

/** A run for the database, and the files that belong beside it. */
export async function packRun(
  run: ImageRun,
): Promise<{ stored: StoredImageRun; files: StoredImageFile[] }> {
  const { source, result, ...rest } = run
  const files: StoredImageFile[] = []
  const pack = async ({ file, ...picture }: KeptPicture) => {
    const { byHash, stored } = await packFile(file)
    files.push(stored)
    return { ...picture, ...byHash }
  }
  const stored: StoredImageRun = {
    ...rest,
    source: source.kind === 'url' ? source : { kind: 'file', ...(await pack(source)) },
    ...(result === undefined ? {} : { result: await pack(result) }),
  }
  return { stored, files }
}

/** A stored run with its files. */
export function unpackRun(stored: StoredImageRun, files: ReadonlyMap<string, Blob>): ImageRun {
  const { source, result, ...rest } = stored
  const unpack = ({ hash = '', mediaType, file, ...picture }: StoredPicture): KeptPicture => ({
    ...picture,
    file: file ?? unpackFile({ hash, mediaType }, files),
  })
  return {
    ...rest,
    source: source.kind === 'url' ? source : { kind: 'file', ...unpack(source) },
    ...(result === undefined ? {} : { result: unpack(result) }),
  }
}

/** The hashes of the files that a stored run has. */
export function hashesOfRun({ source, result }: StoredImageRun): string[] {
  return [
    ...(source.kind === 'file' && source.hash !== undefined ? [source.hash] : []),
    ...(result?.hash === undefined ? [] : [result.hash]),
  ]
}
