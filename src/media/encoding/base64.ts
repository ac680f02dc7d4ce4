/** A multiple of three: the base64 of pieces of this size is the base64 of the whole. */
export const PIECE_BYTES = 3 * 512 * 1024

/** Base64 of bytes, with padding. */
export function bytesToBase64(bytes: Uint8Array): string {
  let binary = ''
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

/** The bytes of base64, plain or for URLs, padded or not; undefined when it is broken. */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index)
    return bytes
  } catch {
    return undefined
  }
}

/** How long the base64 of so many bytes is, characters. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}
