import { isoBoxAt, type IsoBox } from '../../../contract/media/iso-boxes.ts'
import { endOfItems } from './iso-items.ts'

/** The boxes that a picture has side by side in its file (ISO/IEC 14496-12, table 1). */
const BOXES: ReadonlySet<string> = new Set(
  'ftyp pdin moov moof mfra mdat meta meco styp sidx ssix prft'.split(' '),
)

/** Boxes that may hold anything. After the last of the others they are no part of the picture. */
const FILLERS: ReadonlySet<string> = new Set(['free', 'skip', 'uuid', 'wide'])

/**
 * Where an AVIF or HEIC picture ends: with the last box that pictures have. Undefined when it does not
 * say, or there is none in it. Throws a RangeError when the file is cut.
 */
export function endOfIso(view: DataView): number | undefined {
  const boxes = boxesOf(view)
  const last = boxes.at(-1)
  const isPicture = boxes.some(({ type }) => type === 'meta' || type === 'moov')
  if (last === undefined || !isPicture) {
    // Nothing but the name of the kind: cut, unless something else follows.
    if ((last?.end ?? 0) >= view.byteLength) throw new RangeError('no image in it')
    return undefined
  }
  if (!last.open) return last.end
  const meta = boxes.find(({ type }) => type === 'meta')
  return last.type === 'mdat' && meta !== undefined ? endOfItems(view, meta) : undefined
}

/** The boxes of a picture in their order, up to where something else begins. */
function boxesOf(view: DataView): IsoBox[] {
  const boxes: IsoBox[] = []
  for (let at = 0; at + 8 <= view.byteLength;) {
    const box = isoBoxAt(view, at, view.byteLength)
    const isOwn = BOXES.has(box.type)
    if ((!isOwn && !FILLERS.has(box.type)) || box.end < box.body) break
    if (isOwn) boxes.push(box)
    at = box.end
  }
  return boxes
}
