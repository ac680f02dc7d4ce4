import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes by the name of what they are. */
type Canaries = Readonly<Record<string, Buffer>>

/** A text as it may be on a disk: in UTF-8, and in UTF-16 as browsers keep strings in memory. */
export function asStored(name: string, text: string): Canaries {
  return {
    [`${name} in UTF-8`]: Buffer.from(text, 'utf8'),
    [`${name} in UTF-16`]: Buffer.from(text, 'utf16le'),
  }
}

/** Which canaries are in which files of a folder: "key in UTF-8 in Default/Local Storage/000003.log". */
export function scanFolder(folder: string, canaries: Canaries): { hits: string[]; bytes: number } {
  const hits: string[] = []
  let bytes = 0
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, path)
    // A lock that a browser left is a link to nowhere.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue
    const content = readFileSync(file)
    bytes += content.length
    for (const [name, canary] of Object.entries(canaries))
      if (content.includes(canary)) hits.push(`${name} in ${path}`)
  }
  return { hits, bytes }
}
