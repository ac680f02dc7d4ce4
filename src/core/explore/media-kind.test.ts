import { expect, it } from 'vitest'

import { mediaKindOf } from './media-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

it.each([
  ['\u0089PNG\r\n\u001A\nxxxx', 'image/png'],
  ['\u00FF\u00D8\u00FF\u00E0', 'image/jpeg'],
  ['RIFF\u0000\u0000\u0000\u0000WEBPVP8 ', 'image/webp'],
  ['GIF89a', 'image/gif'],
  ['RIFF\u0000\u0000\u0000\u0000WAVEfmt ', 'audio/wav'],
  ['ID3\u0004', 'audio/mpeg'],
  ['\u00FF\u00FB\u0090', 'audio/mpeg'],
  ['\u00FF\u00F1P', 'audio/aac'],
  ['fLaC', 'audio/flac'],
  ['OggS\u0000\u0002........OpusHead', 'audio/ogg'],
  ['\u0000\u0000\u0000 ftypisom', 'video/mp4'],
  ['\u0000\u0000\u0000 ftypM4A ', 'audio/mp4'],
  ['\u001AE\u00DF\u00A3....webm', 'video/webm'],
])('bytes that begin %j are %s', (start, mediaType) => {
  expect(mediaKindOf(bytes(start))?.mediaType).toBe(mediaType)
})

it.each([
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '\u00EF\u00BB\u00BF<svg onload="alert(1)"/>',
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  ' \n<svg/>',
  '<!doctype html><script>',
  '<html><body onload="alert(1)">',
  '%PDF-1.7',
  'PK\u0003\u0004',
  '',
  'RIFF....AVI ',
])('bytes that begin %j are never shown', (start) => {
  expect(mediaKindOf(bytes(start))).toBeUndefined()
})
