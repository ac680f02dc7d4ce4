import { base64ToBlob, blobToBase64, convertToWav } from './encoding/encoding-client.ts'
import { changePicture, inspectPicture } from './picture/picture-client.ts'

/** Files as this browser reads and writes them: the `Media` of attachments. */
export const browserMedia = {
  inspectPicture,
  changePicture,
  convertToWav,
  blobToBase64,
  base64ToBlob,
}
