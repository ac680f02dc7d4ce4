import type { DocumentReader } from '../../../node/documents/read-document.ts'
import type { OutboundClient } from '../../../node/outbound/outbound-client.ts'

/** What reading the parts and addresses of a request needs from the service. */
export interface InputSources {
  outbound: OutboundClient
  readDocument: DocumentReader
}
