import { createStore } from 'zustand/vanilla'

import { FILE_SIZE_LIMIT_BYTES } from '../../../../contract/limits/sizes.ts'
import { pictureMediaType } from '../../../../contract/media/picture-type.ts'
import { changePicture, inspectPicture } from '../../../media/picture/picture-client.ts'
import { imageFormStore } from '../image-form-store.ts'
import type { FileSource } from './image-source.ts'
import { NO_PICTURE, type SourceFix } from './judge-source.ts'

/** Longest side of the small picture, px. */
const THUMBNAIL_SIDE = 640

/** How much of the work on the source is done, 0 to 1; undefined while there is none. */
export const sourceWorkStore = createStore<{ done: number | undefined }>(() => ({
  done: undefined,
}))

const onProgress = (done: number) => sourceWorkStore.setState({ done })

/** Takes a file as the source and looks at it off the main thread. */
export async function takeFile(
  file: Blob,
  fileName: string,
  more: Pick<FileSource, 'madeFrom' | 'before' | 'again'> = {},
): Promise<void> {
  const source: FileSource = { kind: 'file', file, fileName, ...more }
  imageFormStore.setState({ source })
  onProgress(0)
  const found = await lookAt(file)
  // Another source may have been taken meanwhile.
  if (imageFormStore.getState().source !== source) return
  imageFormStore.setState({ source: { ...source, ...found } })
  sourceWorkStore.setState({ done: undefined })
}

async function lookAt(file: Blob): Promise<Partial<FileSource>> {
  try {
    const facts = await inspectPicture(file, THUMBNAIL_SIDE, FILE_SIZE_LIMIT_BYTES, {
      onProgress,
    })
    if (facts === undefined) return { fault: NO_PICTURE }
    // The type is what the bytes say, whatever the file claims.
    const type = pictureMediaType(facts.type)
    return file.type === type ? { facts } : { facts, file: new Blob([file], { type }) }
  } catch (error) {
    return { fault: `image cannot be looked at. ${error instanceof Error ? error.message : ''}` }
  }
}

/** Takes an address as the source; nothing is fetched by the page. */
export function takeUrl(url: string): void {
  imageFormStore.setState({ source: { kind: 'url', url } })
}

/** Leaves the form without a source. */
export function dropSource(): void {
  imageFormStore.setState({ source: undefined })
}

/** Writes the source anew; rejects with an Error that says why when the browser cannot. */
export async function applyFix(source: FileSource, { change }: SourceFix): Promise<void> {
  try {
    onProgress(0)
    const file = await changePicture(source.file, change, { onProgress })
    if (imageFormStore.getState().source !== source) return
    const stem = source.fileName.replace(/\.[a-z0-9]{1,5}$/i, '')
    const fileName = `${stem === '' ? 'image' : stem}.${change.type === 'jpeg' ? 'jpg' : change.type}`
    const { madeFrom } = source
    await takeFile(file, fileName, {
      before: source,
      ...(madeFrom === undefined ? {} : { madeFrom }),
    })
  } finally {
    sourceWorkStore.setState({ done: undefined })
  }
}

/** Takes back the last change of the source. */
export function undoFix({ before }: FileSource): void {
  if (before !== undefined) imageFormStore.setState({ source: before })
}
