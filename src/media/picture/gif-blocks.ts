/** Walks through a GIF: how many pictures it holds, and where it ends. Throws a RangeError when cut. */
export function walkGif(view: DataView): { frames: number; end: number } {
  const table = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  let at = 13 + table(view.getUint8(10))
  let frames = 0
  for (;;) {
    const block = view.getUint8(at)
    if (block === 0x3b) return { frames, end: at + 1 }
    if (block === 0x2c) {
      frames += 1
      at += 11 + table(view.getUint8(at + 9))
    } else if (block === 0x21) at += 2
    // Neither a picture nor an extension: what follows is not GIF.
    else throw new RangeError('no block of a GIF')
    let size = view.getUint8(at)
    while (size > 0) {
      at += 1 + size
      size = view.getUint8(at)
    }
    at += 1
  }
}
