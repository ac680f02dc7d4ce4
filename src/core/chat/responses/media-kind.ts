/** A kind of file that the page shows, told by its first bytes and by nothing else. */
export interface MediaKind {
  kind: 'image' | 'audio' | 'video'
  /** The media type it is shown as. */
  type: string
  extension: string
}

interface Signature extends MediaKind {
  bytes: string
  /** Where the bytes stand; 0 when absent. */
  at?: number
  /** Bytes that stand at 8 besides. */
  inner?: string
}

const signatures: readonly Signature[] = [
  { kind: 'image', type: 'image/png', extension: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { kind: 'image', type: 'image/jpeg', extension: 'jpg', bytes: '\xff\xd8\xff' },
  { kind: 'image', type: 'image/gif', extension: 'gif', bytes: 'GIF8' },
  { kind: 'image', type: 'image/webp', extension: 'webp', bytes: 'RIFF', inner: 'WEBP' },
  { kind: 'audio', type: 'audio/wav', extension: 'wav', bytes: 'RIFF', inner: 'WAVE' },
  { kind: 'audio', type: 'audio/mpeg', extension: 'mp3', bytes: 'ID3' },
  { kind: 'audio', type: 'audio/mpeg', extension: 'mp3', bytes: '\xff\xfb' },
  { kind: 'audio', type: 'audio/mpeg', extension: 'mp3', bytes: '\xff\xf3' },
  { kind: 'audio', type: 'audio/aac', extension: 'aac', bytes: '\xff\xf1' },
  { kind: 'audio', type: 'audio/aac', extension: 'aac', bytes: '\xff\xf9' },
  { kind: 'audio', type: 'audio/flac', extension: 'flac', bytes: 'fLaC' },
  { kind: 'audio', type: 'audio/ogg', extension: 'ogg', bytes: 'OggS' },
  { kind: 'audio', type: 'audio/mp4', extension: 'm4a', bytes: 'ftypM4A', at: 4 },
  { kind: 'image', type: 'image/avif', extension: 'avif', bytes: 'ftypavif', at: 4 },
  { kind: 'video', type: 'video/mp4', extension: 'mp4', bytes: 'ftyp', at: 4 },
  { kind: 'video', type: 'video/webm', extension: 'webm', bytes: '\x1a\x45\xdf\xa3' },
]

/** What the bytes are; undefined for everything the page does not show, whatever they call themselves. */
export function mediaKind(bytes: Uint8Array): MediaKind | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  const found = signatures.find(
    ({ bytes: mark, at = 0, inner = '' }) => head.startsWith(mark, at) && head.startsWith(inner, 8),
  )
  return found && { kind: found.kind, type: found.type, extension: found.extension }
}
