import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'

import type { DocumentMessage } from './document-processes.ts'
import { readDocument } from './read-document.ts'

/** Reads the one document on its standard input, says how it gets on, and ends. */
const tell = (message: DocumentMessage) => process.send?.(message)
// Whoever started it and is gone needs no result.
process.on('disconnect', () => process.exit())
const [[{ name }], bytes] = await Promise.all([
  once(process, 'message') as Promise<[{ name: string }]>,
  buffer(process.stdin),
])
tell('progress')
tell(await readDocument({ bytes, name }, () => tell('progress')))
