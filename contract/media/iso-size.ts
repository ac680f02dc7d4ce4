import { isoBoxAt, type IsoBox } from './iso-boxes.ts'

/**
 * The largest of the sizes that an AVIF or HEIC declares: that of the picture, not of its tiles or
 * preview. Undefined when it declares none. @throws RangeError when the file ends before they do
 */
export function isoPictureSize(view: DataView): { width: number; height: number } | undefined {
  const inside = ({ body, end }: IsoBox, type: string) => boxes(view, body, end, type)
  const sizes = boxes(view, 0, view.byteLength, 'meta')
    // `meta` begins with a version, so its boxes begin four bytes later.
    .flatMap((meta) => inside({ ...meta, body: meta.body + 4 }, 'iprp'))
    .flatMap((properties) => inside(properties, 'ipco'))
    .flatMap((container) => inside(container, 'ispe'))
    .map(({ body }) => ({ width: view.getUint32(body + 4), height: view.getUint32(body + 8) }))
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
}

/** The boxes of a type between two places. */
function boxes(view: DataView, from: number, to: number, type: string): IsoBox[] {
  const limit = Math.min(to, view.byteLength)
  const found: IsoBox[] = []
  for (let at = from; at + 8 <= limit;) {
    const box = isoBoxAt(view, at, limit)
    if (box.type === type) found.push(box)
    if (box.end < box.body) throw new RangeError('A box is shorter than its header')
    at = box.end
  }
  return found
}
