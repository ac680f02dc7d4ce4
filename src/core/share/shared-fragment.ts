import type { ContentPart } from '../../../contract/chat/messages.ts'
import type { HeaderList } from '../../../contract/headers/header-list.ts'
import type { CurrentSetup } from './difference.ts'
import type { AttachmentSlot, SharedSetup } from './setup.ts'

/** The start of a URL fragment that carries a setup. */
export const SHARED_PREFIX = '#c='

/** Whether a URL fragment carries a setup, valid or not. */
export function isSharedFragment(hash: string): boolean {
  return hash.startsWith(SHARED_PREFIX)
}

/** The parameter of the chat's URL that names what another app shared, see `shared-content.ts`. */
export const SHARED_CONTENT_PARAMETER = 'shared'

/**
 * Whether a pasted text may hold a command, JSON or a link of this playground. It decides at once and may
 * be wrong: `recognize-paste.ts` knows.
 */
export function mayBeRequest(text: string): boolean {
  return /^\s*[{`~]|#c=|\bcurl(?:\.exe)?\s|\bInvoke-(?:Web|Rest)|\b(?:iwr|irm)\s/i.test(text)
}

interface OpenedAtOnce {
  /** The path that shows it. */
  path: string
  undo: () => void
}

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
   * Applies a setup where it replaces nothing, with what brings back exactly what stood before; undefined
   * where it has to be asked first. Never sends.
   */
  openAtOnce?: (setup: SharedSetup, headers?: HeaderList) => OpenedAtOnce | undefined
  /** What one sending may cost at most, in words; undefined where no price is known. Makes no request. */
  costInWords: (setup: SharedSetup) => Promise<string | undefined>
  /** A chosen file as the content part a slot asks for, or why it cannot be one. */
  readAttachment?: (file: File, kind: AttachmentSlot['kind']) => Promise<ContentPart | string>
  /** Gives the way to save what came of it as one file to read; undefined where nothing came yet. */
  report?: () => (() => void) | undefined
}
