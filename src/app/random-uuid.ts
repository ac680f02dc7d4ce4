/** Without `crypto.randomUUID`, as over http, ids are made of random bytes (RFC 9562, version 4). */
export function uuidOfBytes(bytes: Uint8Array): string {
  const hex = Array.from(bytes.subarray(0, 16), (byte, index) => {
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

if (!('randomUUID' in crypto))
  Object.defineProperty(crypto, 'randomUUID', {
    value: () => uuidOfBytes((crypto as Crypto).getRandomValues(new Uint8Array(16))),
  })
