import type { StoreApi } from 'zustand/vanilla'

import type { JsonObject } from '../../../contract/json.ts'
import type { PictureChange, PictureFacts } from '../../../contract/media/picture-header.ts'
import type { Client } from '../client/client.ts'
import type { EditTransport } from '../client/image-edit.ts'
import { createObservable } from '../client/observable.ts'
import { createJournal, type Journal } from '../journal/journal.ts'
import { answerLock } from '../storage/conversations/answer-lock.ts'
import type { TextStorage } from '../storage/db/browser-storage.ts'
import { loadImageDraft, saveImageDraft } from '../storage/images/image-draft.ts'
import type { ImageRun } from '../storage/images/image-run.ts'
import { listImageRuns } from '../storage/images/image-runs.ts'
import type { ImageSource } from '../storage/images/image-source.ts'

/** What editing images touches outside itself. */
export interface ImageWorld {
  client: Client
  /** The small storages of this tab and of the whole browser. */
  storage: { tab: TextStorage; browser: TextStorage }
  /** Reads and writes pictures off the main thread. */
  pictures: {
    inspectPicture(
      blob: Blob,
      thumbnailSide: number,
      wholeUpToBytes?: number,
      options?: JobProgress,
    ): Promise<PictureFacts | undefined>
    changePicture(blob: Blob, change: PictureChange, options?: JobProgress): Promise<Blob>
  }
  /** Base64 of a file; rejects when it cannot be read. */
  toBase64: (file: Blob) => Promise<string>
  /** Stores an exchange that is over, so that it can be inspected after a reload. Never rejects. */
  saveExchange: (exchangeId: string) => Promise<void>
  notify: (text: string, action?: { label: string; run: () => void }) => void
}

interface JobProgress {
  /** Called now and then with how much is done, 0 to 1. */
  onProgress?: (done: number) => void
}

/** What the form says about its variations. */
export interface Variations {
  fields: JsonObject
  /** 1 to `MAX_VARIATIONS`. */
  variations: number
  /** What each variation has otherwise than the form, in their order; the first has nothing. */
  changes: readonly JsonObject[]
}

interface ImageForm extends Variations {
  source: ImageSource | undefined
  /** Request fields besides `image`, as they were set; unset ones are absent. */
  fields: JsonObject
  transport: EditTransport
}

/** Every run of this browser. */
export interface RunsState {
  /** Latest first, those under way included. */
  runs: readonly ImageRun[]
  /** The run that the viewer shows; undefined shows the latest. */
  shownId: string | undefined
  /** Whether what is stored has been read. */
  loaded: boolean
  /** Why runs are not stored, in the browser's words. */
  unsaved: string | undefined
}

/** Everything the playground knows of its image edits. Made, so that several live side by side. */
export interface ImageEditor {
  world: ImageWorld
  client: Client
  form: StoreApi<ImageForm>
  runs: StoreApi<RunsState>
  /** Which runs are sent once, each under a lock of its own. */
  journal: Journal<ImageRun, void>
  /**
   * How much of the work on the source is done, 0 to 1, undefined while there is none; and why the
   * source is not stored, as the end of a sentence.
   */
  source: StoreApi<{ done: number | undefined; unsaved: string | undefined }>
  /** The runs of this tab that can be cancelled. */
  controllers: Map<string, AbortController>
  /** The runs that this tab started. */
  ownRunIds: Set<string>
}

/** Makes an editor of images, with the form as it was left. */
export function createImageEditor(world: ImageWorld): ImageEditor {
  const { client, storage } = world
  const { locks, report } = client.world
  const form = createObservable<ImageForm>(
    {
      source: undefined,
      fields: {},
      transport: 'multipart',
      variations: 1,
      changes: [],
      ...loadImageDraft(storage),
    },
    report,
  )
  form.subscribe(({ source: _, ...now }, before) => {
    const isSame = (Object.keys(now) as (keyof typeof now)[]).every(
      (name) => now[name] === before[name],
    )
    if (!isSame) saveImageDraft(storage, { ...now, changes: [...now.changes] })
  })
  return {
    world,
    client,
    form,
    runs: createObservable<RunsState>(
      { runs: [], shownId: undefined, loaded: false, unsaved: undefined },
      report,
    ),
    journal: createJournal<ImageRun>({
      locks,
      report,
      lockOf: ({ id }) => answerLock(id),
      isOpen: ({ state }) => state === 'running',
      interrupted: (run) => ({ ...run, state: 'unknown' }),
      list: listImageRuns,
    }),
    source: createObservable<{ done: number | undefined; unsaved: string | undefined }>(
      { done: undefined, unsaved: undefined },
      report,
    ),
    controllers: new Map(),
    ownRunIds: new Set(),
  }
}
