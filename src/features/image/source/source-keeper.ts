import { storageFault } from '../../../core/image/storage-fault.ts'
import { removeImageSource, saveImageSource } from '../../../core/storage/images/image-sources.ts'
import type { ImageSource } from './image-source.ts'

/** Keeps what stands in the form now; says why that cannot be, as the end of a sentence. */
export type KeepSource = (source: ImageSource | undefined) => Promise<string | undefined>

/**
 * Keeps the source of one tab under an id; `kept` is what is kept there already. When there is no
 * room for a picture, what it was before a change stays; another one, which was given up, goes.
 */
export function sourceKeeper(id: string, kept: ImageSource | undefined): KeepSource {
  let last = kept
  const put = async (source: ImageSource) => {
    await saveImageSource(id, source)
    last = source
  }
  const drop = async () => {
    await removeImageSource(id)
    last = undefined
  }
  const keep: KeepSource = async (source) => {
    if (source === last) return undefined
    try {
      await (source === undefined ? drop() : put(source))
      return undefined
    } catch (error) {
      const fault = storageFault(error)
      if (source === undefined) return fault
      if (source.kind === 'file' && source.before !== undefined) {
        await keep(source.before)
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
  return keep
}
