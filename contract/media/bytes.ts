/** Bytes as characters of the same number, for comparing with marks. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
