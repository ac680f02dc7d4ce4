import { gzipSync } from 'node:zlib'

import sharp from 'sharp'

/** Bytes that are one thing to one reader and another to the next. */
export interface Polyglot {
  name: string
  fileName: string
  /** What a server would say it is. */
  contentType: string
  bytes: Buffer
  /** What a page may show it as, by its first bytes; absent: as nothing. */
  shown?: 'PNG' | 'JPEG' | 'WEBP'
}

const HTML =
  '<!doctype html><script>alert(1)</script><img src=x onerror="alert(2)"><svg onload="alert(3)">'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" onload="alert(1)"><script>alert(2)</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(3)"/></body></foreignObject></svg>`
const PDF =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** A ZIP with one stored file. */
function zip(): Buffer {
  const name = latin1('a.html')
  const body = latin1(HTML)
  const fixed = Buffer.alloc(26)
  fixed.writeUInt16LE(10, 0)
  fixed.writeUInt32LE(body.length, 14)
  fixed.writeUInt32LE(body.length, 18)
  fixed.writeUInt16LE(name.length, 22)
  return Buffer.concat([
    latin1('PK\x03\x04'),
    fixed,
    name,
    body,
    latin1('PK\x05\x06'),
    Buffer.alloc(18),
  ])
}

function pngChunk(png: Buffer, type: string, data: string): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(type + data, 4, 'latin1')
  // The checksum of such a chunk is not looked at by those that skip it.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** A JPEG with a segment of its own right after the beginning. */
function jpegSegment(jpeg: Buffer, marker: number, data: Buffer, length = data.length + 2): Buffer {
  const head = Buffer.from([0xff, marker, length >> 8, length & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

function webpChunk(webp: Buffer, data: string): Buffer {
  const body = latin1(data.length % 2 === 0 ? data : `${data} `)
  const head = Buffer.alloc(8)
  head.write('HTML', 'latin1')
  head.writeUInt32LE(body.length, 4)
  const all = Buffer.concat([webp, head, body])
  all.writeUInt32LE(all.length - 8, 4)
  return all
}

/** The length of a JPEG segment, 0x2f2a, is the beginning of a JavaScript comment. */
function jpegScript(jpeg: Buffer): Buffer {
  const data = Buffer.alloc(0x2f2a - 2, 0x20)
  data.write('*/=1;alert(1);/*', 0x2000, 'latin1')
  return Buffer.concat([jpegSegment(jpeg, 0xe0, data, 0x2f2a), latin1('*/')])
}

function bmp(rest: string): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM', 'latin1')
  head.write('=1;alert(1)/*', 2, 'latin1')
  head.writeUInt8(40, 14)
  return Buffer.concat([head, latin1(rest)])
}

function isoMedia(brand: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    latin1(`ftyp${brand}\0\0\0\0${brand}mif1`),
    latin1(HTML),
  ])
}

/** An AVIF that calls itself HEIC: the boxes are the same. */
function heicOf(avif: Buffer): Buffer {
  const nameEnd = avif.readUInt32BE(0)
  const name = avif.toString('latin1', 0, nameEnd).replaceAll('avif', 'heic')
  return Buffer.concat([latin1(name), avif.subarray(nameEnd)])
}

let made: Promise<Polyglot[]> | undefined

/** All of them, built once. */
export function polyglots(): Promise<Polyglot[]> {
  made ??= build()
  return made
}

async function build(): Promise<Polyglot[]> {
  const plain = sharp({ create: { width: 300, height: 280, channels: 3, background: '#3a7' } })
  const [png, jpeg, webp, gif, tiff, avif] = await Promise.all(
    (['png', 'jpeg', 'webp', 'gif', 'tiff', 'avif'] as const).map((type) =>
      plain.clone().toFormat(type).toBuffer(),
    ),
  )
  if (!png || !jpeg || !webp || !gif || !tiff || !avif) throw new Error('sharp wrote no picture')
  const of = (
    name: string,
    extension: string,
    contentType: string,
    bytes: Buffer | string,
    shown?: Polyglot['shown'],
  ): Polyglot => ({
    name,
    fileName: `polyglot.${extension}`,
    contentType,
    bytes: typeof bytes === 'string' ? latin1(bytes) : bytes,
    ...(shown === undefined ? {} : { shown }),
  })
  const after = (picture: Buffer, more: Buffer | string) =>
    Buffer.concat([picture, typeof more === 'string' ? latin1(more) : more])
  return [
    of(
      'GIF and JavaScript',
      'gif',
      'text/javascript',
      after(latin1('GIF89a/*'), `${'\0'.repeat(20)}*/=1;alert(1)`),
    ),
    of('GIF and JavaScript after it', 'gif', 'image/gif', after(gif, '*/=1;alert(1)//')),
    of('GIF87a and HTML', 'gif', 'text/html', `GIF87a${HTML}`),
    of(
      'GIF with HTML in a comment',
      'gif',
      'text/html',
      after(gif.subarray(0, -1), `!\xfe\x7f${HTML.padEnd(127).slice(0, 127)}\0;`),
    ),
    of(
      'JPEG with HTML in a comment',
      'jpg',
      'text/html',
      jpegSegment(jpeg, 0xfe, latin1(HTML)),
      'JPEG',
    ),
    of(
      'JPEG with HTML in its metadata',
      'jpg',
      'image/jpeg',
      jpegSegment(jpeg, 0xe1, latin1(`Exif\0\0${HTML}`)),
      'JPEG',
    ),
    of(
      'JPEG with XMP of a script',
      'jpg',
      'application/xml',
      jpegSegment(jpeg, 0xe1, latin1(`http://ns.adobe.com/xap/1.0/\0${SVG}`)),
      'JPEG',
    ),
    of('JPEG and JavaScript', 'js', 'text/javascript', jpegScript(jpeg), 'JPEG'),
    of('JPEG and HTML after it', 'jpg', 'text/html', after(jpeg, HTML), 'JPEG'),
    of('JPEG and ZIP', 'zip', 'application/zip', after(jpeg, zip()), 'JPEG'),
    of('JPEG and PDF', 'pdf', 'application/pdf', after(jpeg, PDF), 'JPEG'),
    of('JPEG and PHP', 'php', 'image/jpeg', after(jpeg, '<?php system("id") ?>'), 'JPEG'),
    of('PNG and ZIP', 'zip', 'application/zip', after(png, zip()), 'PNG'),
    of('PNG and JAR', 'jar', 'application/java-archive', after(png, zip()), 'PNG'),
    of('PNG and HTML after it', 'html', 'text/html', after(png, HTML), 'PNG'),
    of('PNG with HTML in a text', 'png', 'text/html', pngChunk(png, 'prVt', HTML), 'PNG'),
    of('PNG with SVG in a text', 'svg', 'image/svg+xml', pngChunk(png, 'prVt', SVG), 'PNG'),
    of('WebP with HTML in a chunk', 'webp', 'text/html', webpChunk(webp, HTML), 'WEBP'),
    of('WebP and HTML after it', 'html', 'text/html', after(webp, HTML), 'WEBP'),
    of(
      'WebP and JavaScript',
      'js',
      'text/javascript',
      after(latin1('RIFF=1/*WEBP'), '*/;alert(1)'),
    ),
    of('BMP and JavaScript', 'js', 'text/javascript', bmp('*/;alert(1)')),
    of('BMP and HTML', 'html', 'text/html', bmp(HTML)),
    of('TIFF and HTML', 'tif', 'text/html', after(latin1('II*\0\x08\0\0\0\0\0'), HTML)),
    of('TIFF with HTML behind it', 'tif', 'text/html', after(tiff, HTML)),
    of('AVIF and HTML after it', 'avif', 'text/html', after(avif, HTML)),
    of('HEIC and ZIP after it', 'heic', 'application/zip', after(heicOf(avif), zip())),
    of('AVIF by its brand and HTML', 'avif', 'text/html', isoMedia('avif')),
    of('HEIC by its brand and HTML', 'heic', 'text/html', isoMedia('heic')),
    of('MP4 and HTML', 'mp4', 'video/mp4', isoMedia('isom')),
    of('SVG with scripts', 'svg', 'image/svg+xml', SVG),
    of('SVG called PNG', 'png', 'image/png', SVG),
    of(
      'SVG behind a declaration',
      'svg',
      'image/svg+xml',
      `\xef\xbb\xbf<?xml version="1.0"?><!DOCTYPE svg>${SVG}`,
    ),
    of('SVG in UTF-16', 'svg', 'image/svg+xml', Buffer.from(`\ufeff${SVG}`, 'utf16le')),
    of('SVG packed', 'svgz', 'image/svg+xml', gzipSync(SVG)),
    of('HTML', 'html', 'text/html', HTML),
    of('HTML called JPEG, behind spaces', 'jpg', 'image/jpeg', `\n\t  ${HTML}`),
    of(
      'XHTML',
      'xhtml',
      'application/xhtml+xml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
    ),
    of(
      'XML with a style sheet',
      'xml',
      'text/xml',
      `<?xml version="1.0"?><?xml-stylesheet href="data:text/xsl,%3Cx/%3E" type="text/xsl"?>${SVG}`,
    ),
    of('PDF with JavaScript', 'pdf', 'application/pdf', PDF),
    of('PDF and HTML', 'pdf', 'text/html', PDF + HTML),
    of('PDF called WebP and JavaScript', 'webp', 'image/webp', `%PDF-1.7=1;\nalert(1)//${PDF}`),
    of('MZ program and HTML', 'exe', 'application/octet-stream', `MZ${'\0'.repeat(62)}${HTML}`),
    of(
      'ICO and JavaScript',
      'ico',
      'text/javascript',
      `\0\0\x01\0/*${'\0'.repeat(20)}*/=1;alert(1)`,
    ),
    of('JavaScript called PNG', 'png', 'image/png', 'alert(1)'),
  ]
}
