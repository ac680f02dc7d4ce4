import type { KeptPicture } from '../../../storage/image-run.ts'

/** Bytes of any other kind are never given to an image element, only to a download. */
const SHOWN: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp'])

/** Whether a kept picture may be shown, by what its bytes are. */
export function isShownAsImage({ type }: Pick<KeptPicture, 'type'>): boolean {
  return type !== undefined && SHOWN.has(type)
}
