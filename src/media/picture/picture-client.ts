import type { PictureChange, PictureFacts } from '../../../contract/media/picture-header.ts'
import { jobClient, type JobOptions } from '../../ui/workers/job-client.ts'
import type { PictureDifference, PictureJob, PictureResult } from './picture.worker.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './picture.worker.ts?worker&url'

const run = jobClient<PictureJob, PictureResult>(workerUrl)

/**
 * What a file is, if it is a picture: type by its bytes, sides, orientation, metadata, and a small
 * picture of it with sides of at most `thumbnailSide` px. Off the main thread. Undefined for bytes
 * that begin like no picture. Files up to `wholeUpToBytes` are read whole, to see whether the picture
 * is all there and alone in its file.
 */
export async function inspectPicture(
  blob: Blob,
  thumbnailSide: number,
  wholeUpToBytes = 0,
  options: JobOptions = {},
): Promise<PictureFacts | undefined> {
  const result = await run({ kind: 'inspect', blob, thumbnailSide, wholeUpToBytes }, options)
  return 'facts' in result ? result.facts : undefined
}

/** Writes a picture anew, off the main thread, without metadata. Rejects with an Error that says why. */
export async function changePicture(
  blob: Blob,
  change: PictureChange,
  options: JobOptions = {},
): Promise<Blob> {
  const result = await run({ kind: 'change', blob, change }, options)
  if ('blob' in result) return result.blob
  throw new Error("The image couldn't be changed.")
}

/** How far two pictures are apart, off the main thread. Rejects with an Error that says why. */
export async function comparePictures(before: Blob, after: Blob): Promise<PictureDifference> {
  const result = await run({ kind: 'compare', before, after })
  if ('difference' in result) return result.difference
  throw new Error("The images couldn't be compared.")
}
