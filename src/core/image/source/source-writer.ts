import { storageFault } from '../../storage/db/storage-fault.ts'
import type { ImageSource } from '../../storage/images/image-source.ts'
import { removeImageSource, saveImageSource } from '../../storage/images/image-sources.ts'

/** Stores the source of the form; resolves with why it cannot, as the end of a sentence. */
export type WriteSource = (source: ImageSource | undefined) => Promise<string | undefined>

/**
 * Stores the source of one tab under an id; `stored` is what is there already. When there is no room
 * for an image, what it was before a change stays; another one, which was given up, goes.
 */
export function createSourceWriter(id: string, stored: ImageSource | undefined): WriteSource {
  let last = stored
  const put = async (source: ImageSource) => {
    await saveImageSource(id, source)
    last = source
  }
  const drop = async () => {
    await removeImageSource(id)
    last = undefined
  }
  const write: WriteSource = async (source) => {
    if (source === last) return undefined
    try {
      await (source === undefined ? drop() : put(source))
      return undefined
    } catch (error) {
      const fault = storageFault(error)
      if (source === undefined) return fault
      if (source.kind === 'file' && source.before !== undefined) {
        await write(source.before)
        return fault
      }
      try {
        // Without the other there may be room.
        await drop()
        await put(source)
        return undefined
      } catch {
        return fault
      }
    }
  }
  return write
}
