import { editRequestSchema } from '../../../../contract/image/edit-request.ts'
import { validateImageBytes, validateImagePixels } from '../../../../contract/image/image-limits.ts'
import {
  FILE_SIZE_LIMIT_BYTES,
  MAX_EDIT_IMAGE_PIXELS,
  MIN_EDIT_IMAGE_PIXELS,
} from '../../../../contract/limits/sizes.ts'
import {
  isWebPage,
  type PictureType,
  pictureTypeName,
  type WritableType,
} from '../../../../contract/media/file-type.ts'
import type { PictureChange, PictureFacts } from '../../../../contract/media/picture-header.ts'
import { validate } from '../../../../contract/validation.ts'
import type { ImageSource } from '../../storage/images/image-source.ts'

/** A change of the picture that one press makes. */
export interface SourceFix {
  label: string
  change: PictureChange
}

/** Something to know about a source. An `error` keeps it from being sent. */
export interface SourceNote {
  level: 'error' | 'warn' | 'info'
  /** What is the matter in a few words, where the message says what to do about it. */
  title?: string
  message: string
  fix?: SourceFix
}

/** Types that every edit model reads. Files of other types are never sent as they are. */
const SAFE: ReadonlySet<PictureType> = new Set(['png', 'jpeg', 'webp'])

/** What a file is whose first bytes are those of no picture, from its start as text. */
export function notAnImage(start: string): string {
  if (start === '') return 'The file is empty. Get it again from its source.'
  if (isWebPage(start))
    return 'This is a web page, not an image. Open its link in a browser and save the image itself.'
  if (start.includes('%PDF-')) return 'This is a PDF, not an image. Export a page of it as PNG.'
  return 'Unknown image type. Convert it to PNG, JPEG or WebP first.'
}

/** Everything there is to say about a source before it is sent, the worst first. */
export function validateSource(source: ImageSource): SourceNote[] {
  if (source.kind === 'url') return checkUrl(source.url)
  if (source.fault !== undefined) return [{ level: 'error', message: source.fault }]
  return source.facts === undefined ? [] : checkPicture(source.facts)
}

/** Whether a source may be sent: looked at, and without a fault. */
export function canSendSource(source: ImageSource | undefined): source is ImageSource {
  if (source === undefined) return false
  if (source.kind === 'file' && source.facts === undefined) return false
  return validateSource(source).every(({ level }) => level !== 'error')
}

function checkUrl(url: string): SourceNote[] {
  const validated = validate(editRequestSchema.shape.image, url)
  if (!/^https?:\/\//i.test(url))
    return [{ level: 'error', message: 'An image URL starts with http:// or https://.' }]
  return validated.ok
    ? []
    : validated.issues.map(({ message }) => ({
        level: 'error',
        message: message.replace('The body', 'image'),
      }))
}

function checkPicture(facts: PictureFacts): SourceNote[] {
  const notes: SourceNote[] = [
    ...checkType(facts),
    ...checkWholeness(facts),
    ...checkSize(facts),
    ...checkFrames(facts),
    ...checkColors(facts),
    ...checkOrientation(facts),
    ...checkMetadata(facts),
  ]
  return notes.toSorted((a, b) => RANK[a.level] - RANK[b.level])
}

const RANK = { error: 0, warn: 1, info: 2 }

function checkType({ type, shown, size, truncated }: PictureFacts): SourceNote[] {
  const name = pictureTypeName(type)
  if (shown !== undefined) {
    if (SAFE.has(type)) return []
    const message = `Only PNG, JPEG and WebP are sent. ${name} must be converted${type === 'gif' ? '; an animation keeps its first frame' : ''}.`
    return [{ level: 'error', message, fix: rewrite('Convert to PNG', 'png') }]
  }
  // That it breaks off is all there is to say.
  if (truncated === true) return []
  if (!SAFE.has(type))
    return [
      {
        level: 'error',
        title: `${name} not supported here`,
        message: [CONVERT_FIRST, WAYS_OUT[type]].join(' ').trim(),
      },
    ]
  return [
    {
      level: 'error',
      message:
        size === undefined
          ? `The header of this ${name} is damaged or incomplete.`
          : `This browser can't decode this ${name} (${size.width} × ${size.height} px): damaged or too large.`,
    },
  ]
}

const CONVERT_FIRST = "This browser can't read it. Convert it to PNG, JPEG or WebP first."

/** What to do with a type that few programs read. */
const WAYS_OUT: Partial<Record<PictureType, string>> = {
  heic: 'For new photos choose iPhone Settings, Camera, Formats, Most Compatible.',
}

function checkFrames({ animated, type, shown }: PictureFacts): SourceNote[] {
  if (animated === undefined || shown === undefined) return []
  const fix = rewrite('Keep first frame', writableAs(type))
  return [{ level: 'warn', message: 'Animated: only the first frame is edited.', fix }]
}

function checkColors({ cmyk, type, shown }: PictureFacts): SourceNote[] {
  if (cmyk !== true || shown === undefined) return []
  return [
    {
      level: 'info',
      message: 'Print colors (CMYK): models may render them differently.',
      fix: rewrite('Convert to RGB', writableAs(type)),
    },
  ]
}

function checkWholeness({ type, truncated, bytesAfterEnd = 0, shown }: PictureFacts): SourceNote[] {
  if (truncated === true)
    return [
      {
        level: 'error',
        message: `Truncated: the file ends before the ${pictureTypeName(type)} does. Get it again from its source.`,
      },
    ]
  if (bytesAfterEnd === 0) return []
  return [
    {
      level: 'error',
      message: `The file has ${bytesAfterEnd.toLocaleString('en-US')} hidden bytes after the end of the ${pictureTypeName(type)}.`,
      ...(shown === undefined ? {} : { fix: rewrite('Keep only the image', writableAs(type)) }),
    },
  ]
}

function checkSize({ bytes, type, shown, size }: PictureFacts): SourceNote[] {
  const sides = shown ?? size
  const faults = [
    validateImageBytes(bytes),
    sides === undefined ? undefined : validateImagePixels(sides),
  ]
  return faults.flatMap((fault): SourceNote[] => {
    if (fault === undefined) return []
    const isSmall = fault.limit === 'too-few-pixels'
    const fix = isSmall
      ? rewrite('Pad to minimum size', writableAs(type), { padTo: MIN_SIDE })
      : rewrite('Shrink to fit', writableAs(type))
    return [{ level: 'error', message: fault.message, ...(shown === undefined ? {} : { fix }) }]
  })
}

/** A square of this side has just enough pixels. */
const MIN_SIDE = Math.ceil(Math.sqrt(MIN_EDIT_IMAGE_PIXELS))

function checkOrientation({ orientation, type, shown }: PictureFacts): SourceNote[] {
  if (orientation === 1 || shown === undefined) return []
  return [
    {
      level: 'info',
      message: `EXIF orientation ${orientation}: stored ${ORIENTATIONS[orientation] ?? 'rotated'}. APIs that ignore EXIF edit it that way.`,
      fix: rewrite('Fix orientation', writableAs(type)),
    },
  ]
}

const ORIENTATIONS: Readonly<Record<number, string>> = {
  2: 'mirrored',
  3: 'upside down',
  4: 'upside down and mirrored',
  5: 'sideways and mirrored',
  6: 'sideways',
  7: 'sideways and mirrored',
  8: 'sideways',
}

function checkMetadata({ metadata, location, type, shown }: PictureFacts): SourceNote[] {
  if (!metadata || shown === undefined) return []
  return [
    {
      level: location ? 'warn' : 'info',
      message: location
        ? 'Its metadata includes a location, and is sent with it.'
        : 'It has camera or editor metadata, which is sent with it.',
      fix: rewrite('Remove metadata', writableAs(type)),
    },
  ]
}

/** Every rewriting gives an upright picture without metadata that keeps all limits. */
function rewrite(label: string, type: WritableType, more: Partial<PictureChange> = {}): SourceFix {
  return {
    label,
    change: { type, maxPixels: MAX_EDIT_IMAGE_PIXELS, maxBytes: FILE_SIZE_LIMIT_BYTES, ...more },
  }
}

/** The type that keeps what the picture has: transparency in all but JPEG. */
function writableAs(type: PictureType): WritableType {
  return type === 'jpeg' || type === 'webp' ? type : 'png'
}
