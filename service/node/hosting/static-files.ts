import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { type Encoding, SMALLEST_COMPRESSED_BYTES } from '../../app/http/encoding.ts'

/** One file of the built app. */
export interface StaticFile {
  contentType: string
  /** The name holds a hash of the content, so it can be kept for ever. */
  isHashed: boolean
  /** The bytes in an encoding; undefined when it would not be smaller. */
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer> | undefined>
  bytes: Uint8Array<ArrayBuffer>
}

/** The files of the built app by path, such as `/assets/index-1a2b.js`. */
type StaticFiles = ReadonlyMap<string, StaticFile>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.pdf': 'application/pdf',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

const COMPRESSIBLE = /^text\/|json|javascript|svg|wasm/
const BROTLI_QUALITY = 9

/**
 * Reads the built app. All of it is held in memory: it is small, and a path that is not in the map
 * cannot be reached, however it is spelled. An absent folder gives an empty map.
 */
export function readStaticFiles(folder: string): StaticFiles {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name) => {
      const path = join(folder, name)
      const stats = statSync(path)
      if (!stats.isFile()) return []
      const version = `${path} ${stats.mtimeMs}`
      const file = loaded.get(version) ?? loadFile(path)
      loaded.set(version, file)
      return [[`/${name.split(sep).join('/')}`, file]]
    }),
  )
}

/** By path and time of change: several services in one process compress a file once. */
const loaded = new Map<string, StaticFile>()

function loadFile(path: string): StaticFile {
  const bytes = new Uint8Array(readFileSync(path))
  const contentType = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer> | undefined>>()
  const make = async (encoding: Encoding) => {
    if (bytes.byteLength < SMALLEST_COMPRESSED_BYTES || !COMPRESSIBLE.test(contentType))
      return undefined
    const smaller = await compressBytes(bytes, encoding, BROTLI_QUALITY)
    return smaller.byteLength < bytes.byteLength ? smaller : undefined
  }
  return {
    contentType,
    bytes,
    isHashed: /[\\/]assets[\\/][^\\/]*-[\w-]{8,}\.\w+$/.test(path),
    encoded: (encoding) => {
      const known = made.get(encoding) ?? make(encoding)
      made.set(encoding, known)
      return known
    },
  }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses bytes. `quality` is brotli's, 0 to 11; gzip uses its own default. */
export async function compressBytes(
  bytes: Uint8Array | string,
  encoding: Encoding,
  quality = 4,
): Promise<Uint8Array<ArrayBuffer>> {
  const result =
    encoding === 'br'
      ? await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : await gzipped(bytes)
  return new Uint8Array(result)
}
