/** What a file is by its first bytes, and the type under which the page may show it. */
export interface MediaKind {
  shownAs: 'image' | 'audio' | 'video'
  /** `image/png`: ours, never the one that the answer claims. */
  mediaType: string
  /** For the name of the file, with the dot: ".png". */
  extension: string
}

/** Bytes that are enough to tell. */
export const MEDIA_KIND_BYTES = 4_096

interface Mark extends MediaKind {
  matches: (start: string) => boolean
}

const at =
  (text: string, from = 0) =>
  (start: string) =>
    start.startsWith(text, from)
const riff = (kind: string) => (start: string) => at('RIFF')(start) && at(kind, 8)(start)
const brand = (names: RegExp) => (start: string) =>
  at('ftyp', 4)(start) && names.test(start.slice(8, 12))

const MARKS: readonly Mark[] = [
  kind('image', 'image/png', '.png', at('\u0089PNG\r\n\u001A\n')),
  kind('image', 'image/jpeg', '.jpg', at('\u00FF\u00D8\u00FF')),
  kind('image', 'image/webp', '.webp', riff('WEBP')),
  kind('image', 'image/gif', '.gif', (start) => /^GIF8[79]a/.test(start)),
  kind('audio', 'audio/wav', '.wav', riff('WAVE')),
  kind('audio', 'audio/flac', '.flac', at('fLaC')),
  kind('audio', 'audio/mpeg', '.mp3', at('ID3')),
  // ADTS has the layer bits 00 where MPEG audio has others.
  kind('audio', 'audio/aac', '.aac', (start) => /^\u00FF[\u00F0\u00F1\u00F8\u00F9]/.test(start)),
  kind('audio', 'audio/mpeg', '.mp3', (start) => /^\u00FF[\u00E2-\u00FF]/.test(start)),
  kind('audio', 'audio/mp4', '.m4a', brand(/^M4[ABP] $/)),
  kind('video', 'video/mp4', '.mp4', brand(/^(?:isom|iso\d|mp4\d|avc1|M4V |dash|qt {2})$/)),
  kind(
    'video',
    'video/webm',
    '.webm',
    (start) => at('\u001AE\u00DF\u00A3')(start) && start.includes('webm'),
  ),
  kind(
    'video',
    'video/ogg',
    '.ogv',
    (start) => at('OggS')(start) && start.includes('\u0080theora'),
  ),
  kind('audio', 'audio/ogg', '.ogg', at('OggS')),
]

/** What bytes are by their marks, whatever they are called; undefined for what is never shown. */
export function mediaKindOf(bytes: Uint8Array): MediaKind | undefined {
  const start = Array.from(bytes.subarray(0, MEDIA_KIND_BYTES), (byte) =>
    String.fromCharCode(byte),
  ).join('')
  const mark = MARKS.find(({ matches }) => matches(start))
  if (mark === undefined) return undefined
  const { shownAs, mediaType, extension } = mark
  return { shownAs, mediaType, extension }
}

function kind(
  shownAs: MediaKind['shownAs'],
  mediaType: string,
  extension: string,
  matches: Mark['matches'],
): Mark {
  return { shownAs, mediaType, extension, matches }
}
