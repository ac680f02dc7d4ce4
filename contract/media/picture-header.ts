import { latin1, type PictureType, pictureTypeOf, type WritableType } from './file-type.ts'

interface PictureHeader {
  type: PictureType
  /** Sides as stored, px, before the orientation is applied; absent when the header is not read. */
  size?: { width: number; height: number }
  /** EXIF orientation, 1 (upright) to 8; from 5 on, width and height change places when shown. */
  orientation: number
  /** It holds metadata of a camera or an editor (EXIF or XMP). */
  metadata: boolean
  /** The metadata says where it was taken. */
  location: boolean
  /** Its colors are those of print: cyan, magenta, yellow and black. */
  cmyk?: true
}

/** What a picture turned out to be. */
export interface PictureFacts extends PictureHeader {
  /** Size of the file, bytes. */
  bytes: number
  /** Sides as shown, upright, px; absent when the browser cannot decode it. */
  shown?: { width: number; height: number }
  /** The file stops before the picture does. */
  truncated?: true
  /** Bytes in the file after the picture has ended. */
  bytesAfterEnd?: number
  /** The file holds more pictures than the one that is seen. */
  animated?: true
  /** A small PNG or JPEG of it, upright, made by this page; absent when it cannot be decoded. */
  thumbnail?: Blob
}

/** Bytes that are enough for the header of almost any picture, with a preview in its metadata. */
export const HEADER_BYTES = 512 * 1024

type Found = Omit<PictureHeader, 'type'>

const PLAIN: Found = { orientation: 1, metadata: false, location: false }

/** Reads a header; undefined when the bytes begin like no picture. Never throws. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const type = pictureTypeOf(bytes)
  if (type === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return { type, ...read(type, view) }
  } catch (error) {
    // The bytes end before the header does.
    if (error instanceof RangeError) return { type, ...PLAIN }
    throw error
  }
}

function read(type: PictureType, view: DataView): Found {
  switch (type) {
    case 'png':
      return readPng(view)
    case 'jpeg':
      return readJpeg(view)
    case 'webp':
      return readWebp(view)
    case 'gif':
      return { ...PLAIN, size: { width: view.getUint16(6, true), height: view.getUint16(8, true) } }
    case 'bmp':
      return {
        ...PLAIN,
        size: { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) },
      }
    case 'avif':
    case 'heic': {
      const size = isoPictureSize(view)
      return size === undefined ? PLAIN : { ...PLAIN, size }
    }
    case 'tiff':
      return PLAIN
  }
}

function readPng(view: DataView): Found {
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  let exif: ExifFacts | undefined
  let metadata = false
  for (let at = 8; at + 12 <= view.byteLength;) {
    const length = view.getUint32(at)
    const name = text(view, at + 4, 4)
    if (name === 'IDAT' || name === 'IEND') break
    if (name === 'eXIf') exif = readExif(part(view, at + 8, length))
    if (name === 'iTXt' && text(view, at + 8, 17) === 'XML:com.adobe.xmp') metadata = true
    at += 12 + length
  }
  return withExif({ ...PLAIN, size, metadata }, exif)
}

function readJpeg(view: DataView): Found {
  let exif: ExifFacts | undefined
  let metadata = false
  for (let at = 2; at + 4 <= view.byteLength;) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) break
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
      const inks = view.getUint8(at + 9) === 4 ? { cmyk: true as const } : {}
      return withExif({ ...PLAIN, size, metadata, ...inks }, exif)
    }
    const length = view.getUint16(at + 2)
    if (length < 2) break
    if (marker === 0xe1) {
      if (text(view, at + 4, 6) === 'Exif\0\0') exif = readExif(part(view, at + 10, length - 8))
      else metadata = true
    }
    at += 2 + length
  }
  return withExif({ ...PLAIN, metadata }, exif)
}

function readWebp(view: DataView): Found {
  const kind = text(view, 12, 4)
  if (kind === 'VP8X') {
    const flags = view.getUint8(20)
    const size = { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    // Metadata stands at the end of the file, where the header does not reach: the flags tell.
    return { ...PLAIN, size, metadata: (flags & 0x0c) !== 0 }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { ...PLAIN, size: { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } }
  }
  return {
    ...PLAIN,
    size: { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff },
  }
}

/**
 * The largest of the sizes that an AVIF or HEIC declares: that of the picture, not of its tiles or
 * preview. Undefined when it declares none. @throws RangeError when the file ends before they do
 */
function isoPictureSize(view: DataView): { width: number; height: number } | undefined {
  const inside = ({ body, end }: IsoBox, type: string) => boxes(view, body, end, type)
  const sizes = boxes(view, 0, view.byteLength, 'meta')
    // `meta` begins with a version, so its boxes begin four bytes later.
    .flatMap((meta) => inside({ ...meta, body: meta.body + 4 }, 'iprp'))
    .flatMap((properties) => inside(properties, 'ipco'))
    .flatMap((container) => inside(container, 'ispe'))
    .map(({ body }) => ({ width: view.getUint32(body + 4), height: view.getUint32(body + 8) }))
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
}

/** A box of an ISO media file: places in bytes from the start of the file. */
interface IsoBox {
  type: string
  /** Where its content begins. */
  body: number
  /** Where it ends. */
  end: number
}

/** The box at a place within what ends at `limit`. Throws a RangeError when its head is cut. */
function isoBoxAt(view: DataView, at: number, limit: number): IsoBox {
  const type = text(view, at + 4, 4)
  const size = view.getUint32(at)
  if (size === 0) return { type, body: at + 8, end: limit }
  if (size !== 1) return { type, body: at + 8, end: at + size }
  return { type, body: at + 16, end: at + Number(view.getBigUint64(at + 8)) }
}

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

function withExif(found: Found, exif: ExifFacts | undefined): Found {
  return exif === undefined ? found : { ...found, metadata: true, ...exif }
}

function part(view: DataView, at: number, length: number): DataView {
  return new DataView(
    view.buffer,
    view.byteOffset + at,
    Math.max(0, Math.min(length, view.byteLength - at)),
  )
}

function text(view: DataView, at: number, length: number): string {
  return latin1(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), at, at + length)
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

interface ExifFacts {
  /** 1 (upright) to 8. */
  orientation: number
  /** It says where the picture was taken. */
  location: boolean
}

const ORIENTATION = 0x0112
const GPS = 0x8825

/** Reads a TIFF block as EXIF holds it; what is damaged counts as not there. */
function readExif(tiff: DataView): ExifFacts {
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

/** Sides, px. */
interface Size {
  width: number
  height: number
}

/** How the pixels of a picture are changed. Without any member they stay as they are. */
export interface PictureLayout {
  /** Longest side afterwards at most; a smaller picture is not enlarged. */
  maxSide?: number
  /** Pixels afterwards at most. */
  maxPixels?: number
  /** Shortest side afterwards at least; the picture is enlarged. */
  minSide?: number
  /** Shortest side afterwards at least; the picture keeps its pixels and gets a border. */
  padTo?: number
}

/** How a picture is written anew: upright, and without any metadata. */
export interface PictureChange extends PictureLayout {
  type: WritableType
  /** 0 to 1, of JPEG and WebP; 0.92 when not given. */
  quality?: number
  /** The file must be smaller than this, bytes; quality and then sides are lowered for it. */
  maxBytes?: number
}

/** The canvas and the place on it for a picture of a size, px, in its own proportions. */
export function placePicture(size: Size, layout: PictureLayout) {
  const { width, height } = scaled(size, scaleFor(size, layout))
  const padTo = layout.padTo ?? 0
  const canvas = { width: Math.max(width, padTo), height: Math.max(height, padTo) }
  return {
    canvas,
    x: Math.floor((canvas.width - width) / 2),
    y: Math.floor((canvas.height - height) / 2),
    width,
    height,
  }
}

function scaleFor({ width, height }: Size, { maxSide, maxPixels, minSide }: PictureLayout): number {
  const grow = minSide === undefined ? 1 : Math.max(1, minSide / Math.min(width, height))
  const bySide = maxSide === undefined ? Infinity : maxSide / Math.max(width, height)
  const byPixels = maxPixels === undefined ? Infinity : Math.sqrt(maxPixels / (width * height))
  return Math.min(grow, bySide, byPixels)
}

function scaled({ width, height }: Size, scale: number): Size {
  // Down for smaller, up for larger: a limit is kept to the pixel.
  const round = (side: number) =>
    Math.max(1, scale < 1 ? Math.floor(side * scale + 1e-9) : Math.ceil(side * scale - 1e-9))
  return { width: round(width), height: round(height) }
}
