import type { PictureFacts } from '../../../../contract/media/picture-header.ts'
import type { Media } from '../attachments/attachment.ts'

const FACTS: PictureFacts = {
  type: 'png',
  size: { width: 100, height: 80 },
  shown: { width: 100, height: 80 },
  bytes: 1000,
  orientation: 1,
  metadata: false,
  location: false,
}

/** Reads and writes files in memory: every picture is one PNG of 100 × 80 px. */
export function fakeMedia(changes: Partial<Media> = {}): Media {
  return {
    inspectPicture: () => Promise.resolve(FACTS),
    changePicture: () => Promise.resolve(new Blob(['changed'])),
    convertToWav: () => Promise.resolve(new Blob(['wav'])),
    blobToBase64: async (blob, prefix) => prefix + btoa(await blob.text()),
    base64ToBlob: (base64) => Promise.resolve(new Blob([atob(base64)])),
    ...changes,
  }
}
