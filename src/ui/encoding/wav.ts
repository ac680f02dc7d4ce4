const HEADER = 44

/**
 * A WAV file (PCM, 16 bit, one channel) of samples between -1 and 1; what is beyond is clipped.
 * @param rate samples per second
 */
export function encodeWav(samples: Float32Array, rate: number): Uint8Array<ArrayBuffer> {
  const data = samples.length * 2
  const view = new DataView(new ArrayBuffer(HEADER + data))
  const mark = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1)
      view.setUint8(at + index, text.charCodeAt(index))
  }
  mark(0, 'RIFF')
  view.setUint32(4, HEADER - 8 + data, true)
  mark(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  mark(36, 'data')
  view.setUint32(40, data, true)
  for (const [index, sample] of samples.entries()) {
    const clipped = Math.max(-1, Math.min(1, sample))
    view.setInt16(HEADER + index * 2, Math.round(clipped * (clipped < 0 ? 32_768 : 32_767)), true)
  }
  return new Uint8Array(view.buffer)
}
