import type { ContentPart } from '../../../contract/chat/content-parts.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import type { CurrentSetup } from './difference.ts'
import type { AttachmentSlot, SharedSetup } from './setup.ts'

/** What an area of the app does for sharing: shows its setup, and takes one over. */
export interface ShareTarget {
  /** The present setup, with attachments' bytes. */
  current: () => CurrentSetup
  /**
   * Applies a setup; `new` leaves what is there alone where the area can. Never sends. Returns the
   * path that shows it. `headers` are sent with its requests, where the area sends such.
   */
  apply: (setup: SharedSetup, into: 'current' | 'new', headers?: HeaderList) => string
  /**
   * What one sending may cost at most, in words; undefined when it cannot be told. Opening a link makes
   * no request, so prices are asked for only where `mayAsk` says that a person wants it.
   */
  costInWords: (setup: SharedSetup, mayAsk: boolean) => Promise<string | undefined>
  /** A chosen file as the content part a slot asks for, or why it cannot be one. */
  readAttachment?: (file: File, kind: AttachmentSlot['kind']) => Promise<ContentPart | string>
  /** Gives the way to save what came of it as one file to read; undefined where nothing came yet. */
  report?: () => (() => void) | undefined
}
