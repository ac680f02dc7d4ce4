import type { DocumentReader } from '../documents/document-reader.ts'
import type { OutboundClient } from './outbound-client.ts'

/** What reading the parts and addresses of a request needs from the service. */
export interface InputSources {
  outbound: OutboundClient
  readDocument: DocumentReader
  /** Takes HEIF, no GIF, and no image behind a redirect, like the real service. */
  likeProvider?: boolean
}
