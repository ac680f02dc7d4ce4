import { parentPort, workerData } from 'node:worker_threads'

import type { ThreadMessage } from './document-threads.ts'
import { readDocument, type DocumentSource } from './read-document.ts'

/** Reads the one document it was started with, says how it gets on, and ends. */
const tell = (message: ThreadMessage) => parentPort?.postMessage(message)
tell('progress')
tell(await readDocument(workerData as DocumentSource, () => tell('progress')))
