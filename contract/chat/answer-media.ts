/** A picture, a sound, a film or another file that an answer holds. */
export interface AnswerMedia {
  kind: 'image' | 'audio' | 'video' | 'file'
  /** The data as it came: one data URL, one web address, or base64 in pieces to be decoded one by one. */
  pieces: readonly string[]
  /** What is said in a sound, where the service tells. */
  transcript?: string
  /** The name that the service gives the file. */
  name?: string
}

/** More than this many in one choice are not real. */
const MAX_MEDIA = 64

/**
 * The media among what was known before and what a message or a delta adds: parts of its content, its
 * `images`, and its `audio`, which arrives in pieces. The contract draws only text parts; servers that
 * answer with media use the forms of the request's content parts.
 */
export function withMedia(
  known: readonly AnswerMedia[],
  message: Readonly<Record<string, unknown>>,
): readonly AnswerMedia[] {
  const parts = [...listOf(message['content']), ...listOf(message['images'])].flatMap(mediaOfPart)
  const audio = message['audio']
  const grown = isRecord(audio) ? withAudio(known, audio) : known
  return parts.length === 0 ? grown : [...grown, ...parts].slice(0, MAX_MEDIA)
}

function mediaOfPart(part: unknown): AnswerMedia[] {
  if (!isRecord(part)) return []
  const image = part['image_url']
  const video = part['video_url']
  const audio = part['input_audio'] ?? part['audio']
  const file = part['file']
  if (isRecord(image)) return media('image', image['url'])
  if (isRecord(video)) return media('video', video['url'])
  if (isRecord(audio)) return media('audio', audio['data'], audio['transcript'])
  if (isRecord(file)) return media('file', file['file_data'], undefined, file['filename'])
  return []
}

function media(
  kind: AnswerMedia['kind'],
  data: unknown,
  transcript?: unknown,
  name?: unknown,
): AnswerMedia[] {
  if (typeof data !== 'string' || data === '') return []
  return [
    {
      kind,
      pieces: [data],
      ...(typeof transcript === 'string' ? { transcript } : {}),
      ...(typeof name === 'string' ? { name } : {}),
    },
  ]
}

/** Pieces of one sound: its data and its transcript grow side by side. */
function withAudio(
  known: readonly AnswerMedia[],
  { data, transcript }: Readonly<Record<string, unknown>>,
): readonly AnswerMedia[] {
  const at = known.findIndex(({ kind }) => kind === 'audio')
  const before: AnswerMedia = known[at] ?? { kind: 'audio', pieces: [] }
  const words = (before.transcript ?? '') + (typeof transcript === 'string' ? transcript : '')
  const after: AnswerMedia = {
    ...before,
    pieces: typeof data === 'string' && data !== '' ? [...before.pieces, data] : before.pieces,
    ...(words === '' ? {} : { transcript: words }),
  }
  if (after.pieces.length === 0 && words === '') return known
  return at < 0 ? [...known, after] : known.map((item, index) => (index === at ? after : item))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_MEDIA) : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
