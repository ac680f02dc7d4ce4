type Bytes = Uint8Array<ArrayBuffer>

/** Bytes encrypted with a key of Web Crypto that never leaves the browser; both can be stored together. */
export interface SealedHere {
  wrapping: CryptoKey
  iv: Bytes
  sealed: ArrayBuffer
}

/** Seals bytes, and overwrites them. */
export async function sealHere(bytes: Bytes): Promise<SealedHere> {
  try {
    const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    const iv = crypto.getRandomValues(new Uint8Array(12))
    return {
      wrapping,
      iv,
      sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, wrapping, bytes),
    }
  } finally {
    bytes.fill(0)
  }
}

/** The bytes in clear, to be overwritten after use. */
export async function openSealedHere({ wrapping, iv, sealed }: SealedHere): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, wrapping, sealed))
}
