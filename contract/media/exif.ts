/** What is read of EXIF metadata. */
export interface ExifFacts {
  /** 1 (upright) to 8. */
  orientation: number
  /** It says where the picture was taken. */
  location: boolean
}

const ORIENTATION = 0x0112
const GPS = 0x8825

/** Reads a TIFF block as EXIF holds it; what is damaged counts as not there. */
export function readExif(tiff: DataView): ExifFacts {
  const facts: ExifFacts = { orientation: 1, location: false }
  if (tiff.byteLength < 8) return facts
  const little = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, little)
  if (directory + 2 > tiff.byteLength) return facts
  const count = tiff.getUint16(directory, little)
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * 12
    if (at + 12 > tiff.byteLength) break
    const tag = tiff.getUint16(at, little)
    const value = tiff.getUint16(at + 8, little)
    if (tag === ORIENTATION && value >= 1 && value <= 8) facts.orientation = value
    if (tag === GPS) facts.location = true
  }
  return facts
}
