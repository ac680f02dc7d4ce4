import type { Media } from '../../../core/chat/attachments/media.ts'
import { convertToWav } from '../../../media/encoding/convert-to-wav.ts'
import { base64ToBlob, blobToBase64 } from '../../../media/encoding/encoding-client.ts'
import { changePicture, inspectPicture } from '../../../media/picture/picture-client.ts'

/** Files as this browser reads and writes them. */
export const browserMedia: Media = {
  inspectPicture,
  changePicture,
  convertToWav,
  blobToBase64,
  base64ToBlob,
}
