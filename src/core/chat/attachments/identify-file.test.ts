import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { identifyFile } from './identify-file.ts'

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const plain = { name: 'x', mediaType: '' }

describe('recognising a file', () => {
  it.each([
    ['\u0089PNG\r\n\u001A\n', { kind: 'image' }],
    ['RIFF\0\0\0\0WAVE', { kind: 'audio', format: 'wav' }],
    ['FORM\0\0\0\0AIFF', { kind: 'audio', format: 'aiff' }],
    ['ID3\u0004', { kind: 'audio', format: 'mp3' }],
    ['\u00FF\u00FB\u0090', { kind: 'audio', format: 'mp3' }],
    ['\u00FF\u00F1\u0050', { kind: 'audio', format: 'aac' }],
    ['OggS', { kind: 'audio', format: 'ogg' }],
    ['fLaC', { kind: 'audio', format: 'flac' }],
    ['\0\0\0\u0020ftypM4A ', { kind: 'audio', format: 'm4a' }],
    ['\0\0\0\u0020ftypisom', { kind: 'video', format: 'mp4' }],
    ['\0\0\0\u0014ftypqt  ', { kind: 'video', format: 'mov' }],
    ['\u001AE\u00DF\u00A3', { kind: 'video', format: 'webm' }],
    ['\0\0\u0001\u00BA', { kind: 'video', format: 'mpeg' }],
    ['%PDF-1.7', { kind: 'file', label: 'PDF' }],
    ['<!doctype html><html>', { kind: 'file', label: 'HTML source', mediaType: 'text/plain' }],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', { kind: 'file', mediaType: 'text/plain' }],
    ['\u00FF\u00FEh\0i\0', { kind: 'file', label: 'text' }],
  ])('takes %j for what its bytes are', (start, expected) => {
    expect(identifyFile(latin1(start), { name: 'x.png', mediaType: 'image/png' })).toMatchObject(
      expected,
    )
  })

  it('asks the name only where bytes allow two readings', () => {
    const webm = latin1('\u001AE\u00DF\u00A3')
    expect(identifyFile(webm, { ...plain, mediaType: 'audio/webm' })).toEqual({
      kind: 'audio',
      label: 'WebM',
    })
    const mp4 = latin1('\0\0\0\u0020ftypisom')
    expect(identifyFile(mp4, { ...plain, wanted: 'audio' })).toMatchObject({ format: 'm4a' })
    const pcm = identifyFile(latin1('\u0001\u0000\u0002'), { name: 'a.pcm', mediaType: '' })
    expect(pcm).toEqual({ kind: 'audio', label: 'audio without a header' })
  })

  it('says why a document would not be read', () => {
    expect(identifyFile(latin1('PK\u0003\u0004 readme.txt'), plain)).toMatchObject({
      refusal: expect.stringContaining('archive'),
    })
    expect(identifyFile(latin1('PK\u0003\u0004 word/document.xml'), plain)).toMatchObject({
      label: 'DOCX',
    })
    expect(identifyFile(latin1(''), plain)).toMatchObject({ refusal: 'is empty' })
    expect(identifyFile(latin1('\0\u0001\u0002'), plain)).toMatchObject({ label: 'binary' })
  })

  it('has an answer for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.string(), (bytes, name) => {
        expect(identifyFile(bytes, { name, mediaType: '' }).kind).toMatch(
          /^(image|audio|video|file)$/,
        )
      }),
    )
  })
})
