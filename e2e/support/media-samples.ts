import { createHash, randomFillSync } from 'node:crypto'

import sharp, { type Exif } from 'sharp'

/** A file as Playwright hands it to a page. */
export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff'

/** A picture of one colour, or of noise that no codec makes small. Sides in px. */
export function picture(
  format: Format,
  width: number,
  height: number,
  { noise = false, exif }: { noise?: boolean; exif?: Exif } = {},
): Promise<Buffer> {
  const size = { width, height, channels: 3 as const }
  const image = noise
    ? sharp(randomFillSync(Buffer.allocUnsafe(width * height * 3)), { raw: size })
    : sharp({ create: { ...size, background: { r: 40, g: 90, b: 200 } } })
  return (exif === undefined ? image : image.withExif(exif)).toFormat(format).toBuffer()
}

/** A WAV of a tone, seconds. */
export function wav(seconds: number): Buffer {
  const rate = 8000
  const samples = Buffer.alloc(seconds * rate * 2)
  for (let at = 0; at < seconds * rate; at += 1)
    samples.writeInt16LE(Math.round(Math.sin(at / 3) * 8000), at * 2)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, samples])
}

/** Bytes that begin with a mark and go on as nothing that plays: only their type can be told. */
export function beginning(mark: string, length = 3001): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31) & 0xff
  bytes.write(mark, 'latin1')
  return bytes
}

/** SHA-256, hexadecimal. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
