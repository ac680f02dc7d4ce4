import { canonicalJson } from '../../../contract/canonical-json.ts'

/** Two 32-bit FNV-1a hashes of canonical JSON, one of them from the end: nothing secret depends on it. */
export function contentHash(value: unknown): string {
  const text = canonicalJson(value)
  let forward = 0x811c9dc5
  let backward = 0x811c9dc5 ^ text.length
  for (let at = 0; at < text.length; at += 1) {
    forward = Math.imul(forward ^ text.charCodeAt(at), 0x01000193)
    backward = Math.imul(backward ^ text.charCodeAt(text.length - 1 - at), 0x01000193)
  }
  return [forward, backward].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
