import { createImageShareTarget } from '../core/image/form.ts'
import { createImageEditor } from '../core/image/image-editor.ts'
import { localText, sessionText } from '../core/storage/db/browser-storage.ts'
import { blobToBase64 } from '../media/encoding/encoding-client.ts'
import { changePicture, inspectPicture } from '../media/picture/picture-client.ts'
import { showToast } from '../ui/feedback/toast.tsx'
import { client } from './client.ts'
import { queryClient } from './query-client.ts'

/** The image editor of this page: its form, and every run. */
export const imageEditor = createImageEditor({
  client,
  storage: { tab: sessionText, browser: localText },
  pictures: { inspectPicture, changePicture },
  toBase64: (file) => blobToBase64(file, ''),
  // Without what stores it, an edit can be inspected until the page is reloaded.
  saveExchange: async (id) => {
    const part = await import('./save-finished.ts').catch(() => undefined)
    await part?.saveFinished(id)
  },
  notify: showToast,
})

/** What Share reads and changes of it. */
export const imageShareTarget = createImageShareTarget(imageEditor, queryClient)
