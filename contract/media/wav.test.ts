import { expect, it } from 'vitest'

import { toPcm16, wavFile } from './wav.ts'

it('a WAV file holds every sample after a header that says how they are played', () => {
  const bytes = Buffer.from(wavFile(toPcm16(new Float32Array([0, 1, -1, 0.5, 7])), 24_000))
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  expect(bytes.readUInt32LE(4)).toBe(bytes.byteLength - 8)
  expect(bytes.readUInt32LE(24)).toBe(24_000)
  expect(bytes.readUInt32LE(28)).toBe(48_000)
  expect(bytes.readUInt32LE(40)).toBe(10)
  expect([0, 1, 2, 3, 4].map((at) => bytes.readInt16LE(44 + at * 2))).toEqual([
    0, 32_767, -32_768, 16_384, 32_767,
  ])
})
