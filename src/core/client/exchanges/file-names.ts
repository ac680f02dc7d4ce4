import { eachString } from '../../../../contract/json-text.ts'
import type { JsonValue } from '../../../../contract/json.ts'
import { oncePerClient } from '../once-per-client.ts'

/**
 * The names of files that are base64 in JSON bodies. The API has no place for most of them, so they are remembered
 * here until the request is sent, and none of the files' bytes with them; its exchange has them from then on.
 */
interface FileNames {
  /** Remembers the name of the file that a string of a body holds. */
  add(text: string, fileName: string): void
  /** The names of the files in a body by their place, such as `messages.0.content.0.image_url.url`. */
  listIn(body: JsonValue): Readonly<Record<string, string>>
}

/** The names that a client remembers. */
export const fileNamesOf = oncePerClient(createFileNames)

function createFileNames(): FileNames {
  const names = new Map<string, string>()
  return {
    add: (text, fileName) => void names.set(fingerprint(text), fileName),
    listIn(body) {
      const found: Record<string, string> = {}
      if (names.size === 0) return found
      eachString(body, (text, { path }) => {
        const fileName = names.get(fingerprint(text))
        if (fileName !== undefined) found[path] = fileName
      })
      return found
    },
  }
}

const SAMPLES = 64
const SAMPLE_LENGTH = 16

/** The length and samples of a text: a file has millions of characters, and all that depends on it is a name. */
function fingerprint(text: string): string {
  const step = Math.max(1, (text.length - SAMPLE_LENGTH) / (SAMPLES - 1))
  const samples = Array.from({ length: SAMPLES }, (_, index) => {
    const at = Math.floor(index * step)
    return text.slice(at, at + SAMPLE_LENGTH)
  })
  return `${text.length}:${samples.join('')}`
}
