import { latin1 } from './bytes.ts'

/** A box of an ISO media file: places in bytes from the start of the file. */
export interface IsoBox {
  type: string
  /** Where its content begins. */
  body: number
  /** Where it ends. */
  end: number
  /** It does not say how long it is: it goes on to the end of what holds it. */
  open: boolean
}

/** The box at a place within what ends at `limit`. Throws a RangeError when its head is cut. */
export function isoBoxAt(view: DataView, at: number, limit: number): IsoBox {
  const type = latin1(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), at + 4, at + 8)
  const size = view.getUint32(at)
  if (size === 0) return { type, body: at + 8, end: limit, open: true }
  if (size !== 1) return { type, body: at + 8, end: at + size, open: false }
  return { type, body: at + 16, end: at + Number(view.getBigUint64(at + 8)), open: false }
}
