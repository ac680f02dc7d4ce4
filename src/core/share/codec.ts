import { Inflate, deflateSync, strFromU8, strToU8 } from 'fflate'

import { base64ToBytes, concatBytes, encodeBase64Url } from '../../../contract/encoding/bytes.ts'
import { readJson } from '../../../contract/json.ts'
import { readSetup, type SetupReading, type SharedSetup } from './setup.ts'
import { DICTIONARY_V1 } from './shared-content.ts'
import { SHARED_PREFIX } from './shared-fragment.ts'

/** The version this page writes. Every earlier one stays readable. */
const VERSION = 1
/** The longest fragment that is looked at, in characters; ours warns far below. */
const MAX_FRAGMENT_CHARS = 256 * 1024
/** The most a fragment may inflate to, in bytes: a bomb is given up here, not after. */
const MAX_INFLATED_BYTES = 1024 * 1024

const dictionary = strToU8(DICTIONARY_V1)

/** The setup as the fragment of a URL: `#c=1.<deflated JSON, base64url>`. */
export function encodeSetup(setup: SharedSetup): string {
  const bytes = deflateSync(strToU8(JSON.stringify(setup)), { level: 9, dictionary })
  return `${SHARED_PREFIX}${VERSION}.${encodeBase64Url(bytes)}`
}

/** Reads the fragment of a URL. What is wrong is returned as a sentence; nothing throws. */
export function decodeSetup(hash: string): SetupReading {
  const match = /^#c=(\d{1,4})\.([\w-]*)$/.exec(hash.slice(0, MAX_FRAGMENT_CHARS + 1))
  if (hash.length > MAX_FRAGMENT_CHARS)
    return unreadable(`It has ${hash.length} characters. The limit is ${MAX_FRAGMENT_CHARS}.`)
  if (match === null) return unreadable('It is damaged: part of the URL may be missing.')
  const [, version, packed = ''] = match
  if (Number(version) > VERSION)
    return unreadable(
      `It needs a newer playground (link version ${version}, supported: ${VERSION}). Reload or update.`,
    )
  const text = inflate(packed)
  if (text === 'too large')
    return unreadable(`Its content is larger than ${MAX_INFLATED_BYTES / 1024} KiB.`)
  const value = text === undefined ? undefined : readJson(text.json)
  if (value === undefined) return unreadable('It is damaged: part of the URL may be missing.')
  return readSetup(value)
}

function unreadable(message: string): SetupReading {
  return { ok: false, message }
}

/** Fed in slices, so that what a bomb unpacks to is seen while it is still small. */
function inflate(packed: string): { json: string } | 'too large' | undefined {
  const bytes = base64ToBytes(packed)
  if (bytes === undefined) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  const inflater = new Inflate({ dictionary }, (chunk) => {
    chunks.push(chunk)
    size += chunk.length
  })
  try {
    for (let at = 0; at < bytes.length; at += SLICE) {
      inflater.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length)
      if (size > MAX_INFLATED_BYTES) return 'too large'
    }
    return { json: strFromU8(concatBytes(chunks)) }
  } catch {
    return undefined
  }
}

/** Bytes inflated at a time; deflate makes at most about a thousand of one. */
const SLICE = 512
