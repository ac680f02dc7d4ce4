import type { KeptPicture } from '../storage/images/image-run.ts'

/** Bytes of any other kind are never given to an image element, only to a download. */
const SHOWN: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp'])

/**
 * Whether a kept picture may be shown: by what its bytes are, and only if they could be decoded, which
 * its small picture proves.
 */
export function isShownAsImage({ type, thumbnail }: KeptPicture): boolean {
  return type !== undefined && SHOWN.has(type) && thumbnail !== undefined
}
