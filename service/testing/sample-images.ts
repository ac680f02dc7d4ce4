import { deflateSync } from 'node:zlib'

import sharp from 'sharp'
import type { Sharp } from 'sharp'

/** A picture with a different color in each quarter, so that every turn of it can be told apart. */
export async function quarters(width: number, height: number): Promise<Buffer> {
  const [w, h] = [width / 2, height / 2]
  const part = (x: number, y: number, color: string) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${color}"/>`
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${part(0, 0, '#f00')}${part(w, 0, '#0f0')}${part(0, h, '#00f')}${part(w, h, '#ff0')}</svg>`,
    ),
  )
    .removeAlpha()
    .png()
    .toBuffer()
}

/** A PNG of one color with exactly so many pixels; with fewer rows than it claims it breaks off. */
export function plain(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit a pixel, which names one of the colors.
  header.set([1, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.from('336699', 'hex')),
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture in each format that is read, packed with little effort. */
export function inEveryFormat(picture: Sharp): Promise<Buffer[]> {
  const files = [
    picture.clone().png(),
    picture.clone().jpeg(),
    picture.clone().webp(),
    picture.clone().gif({ effort: 1 }),
    picture.clone().avif({ effort: 1 }),
    picture.clone().tiff(),
  ]
  return Promise.all(files.map((file) => file.toBuffer()))
}

/** The same PNG with a text in it. */
export function withPngText(png: Buffer, keyword: string, text: string): Buffer {
  const header = 8 + 25
  const chunk = pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
  return Buffer.concat([png.subarray(0, header), chunk, png.subarray(header)])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(checksum(body))
  return Buffer.concat([length, body, check])
}

/** CRC-32, which Node 20 does not have. */
function checksum(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
