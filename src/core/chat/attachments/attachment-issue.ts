import type { AudioFormat } from '../../../../contract/media/file-type.ts'
import type { PictureChange } from '../../../../contract/media/picture-header.ts'

/** What one click does about an issue. */
export type Fix = { label: string } & (
  | { kind: 'change-picture'; id: string; change: PictureChange }
  | { kind: 'convert-audio'; id: string }
  | { kind: 'name-format'; id: string; format: AudioFormat }
  | { kind: 'remove'; ids: readonly string[] }
  | { kind: 'use-model'; model: string }
)

/** A finding about what is attached. An `error` cannot be sent; the rest is for people to weigh. */
export interface AttachmentIssue {
  level: 'error' | 'warning' | 'note'
  /** A whole sentence with field or name, value and limit. */
  message: string
  fixes: readonly Fix[]
}
