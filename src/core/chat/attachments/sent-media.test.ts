import { expect, test } from 'vitest'

import { carriedBy, readSentMedia } from './sent-media.ts'

const media = {
  base64ToBlob: (base64: string) => {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return Promise.reject(new Error('broken'))
    return Promise.resolve(new Blob([Buffer.from(base64, 'base64')]))
  },
}
type Part = Parameters<typeof carriedBy>[0]

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const PNG = latin1('\u0089PNG\r\n\u001A\n and more')
const MP4 = latin1('\0\0\0\u0018ftypisom\0\0\0\0')
const WEBM = latin1('\u001AE\u00DF\u00A3 and more')

const dataUrl = (bytes: Buffer, type = 'application/octet-stream') =>
  `data:${type};base64,${bytes.toString('base64')}`
const image = (url: string): Part => ({ type: 'image_url', image_url: { url } })
const video = (url: string): Part => ({ type: 'video_url', video_url: { url } })
const audio = (bytes: Buffer, format?: 'mp3'): Part => ({
  type: 'input_audio',
  input_audio: { data: bytes.toString('base64'), ...(format && { format }) },
})
const file = (file_data: string, filename?: string): Part => ({
  type: 'file',
  file: { file_data, ...(filename !== undefined && { filename }) },
})

/** What a part is, with the media type and the bytes that would be shown or saved. */
async function read(part: Part) {
  const sent = await readSentMedia(media, part)
  if (!('blob' in sent)) return sent
  const { blob, ...rest } = sent
  return { ...rest, type: blob.type, bytes: Buffer.from(await blob.arrayBuffer()) }
}

test('every kind of part carries its data in a member of its own', () => {
  expect(carriedBy(image('a'))).toBe('a')
  expect(carriedBy(video('b'))).toBe('b')
  expect(carriedBy(file('c'))).toBe('c')
  expect(carriedBy({ type: 'input_audio', input_audio: { data: 'd' } })).toBe('d')
})

test.each([image, video, file])('a web address stays one: nothing is fetched', async (part) => {
  const url = 'https://example.com/a'
  expect(await read(part(url))).toEqual({ kind: 'address', url })
})

test('a picture is shown under the type of its bytes, not the type it claims', async () => {
  const shown = { kind: 'image', label: 'png', type: 'image/png', bytes: PNG }
  expect(await read(image(dataUrl(PNG, 'image/svg+xml')))).toEqual(shown)
  expect(await read(file(dataUrl(PNG, 'text/html'), 'a.html'))).toEqual(shown)
})

test('a picture that browsers do not all show is a file', async () => {
  const tiff = latin1('II*\0 and more')
  expect(await read(image(dataUrl(tiff, 'image/tiff')))).toEqual({
    kind: 'file',
    label: 'tiff',
    isText: false,
    type: '',
    bytes: tiff,
  })
})

test('an SVG that claims to be a picture is only read as text', async () => {
  const svg = latin1('<svg onload="alert(1)"/>')
  expect(await read(image(dataUrl(svg, 'image/svg+xml')))).toMatchObject({
    kind: 'file',
    isText: true,
    type: '',
  })
})

test.each([
  ['wav', 'audio/wav', 'RIFF\0\0\0\0WAVE'],
  ['mp3', 'audio/mpeg', 'ID3 and more'],
  ['ogg', 'audio/ogg', 'OggS and more'],
  ['flac', 'audio/flac', 'fLaC and more'],
])('sound that begins like %s is played as %s', async (label, type, start) => {
  expect(await read(audio(latin1(start)))).toMatchObject({ kind: 'audio', label, type })
})

test('a container of sound and film is what the part says', async () => {
  expect(await read(audio(MP4))).toMatchObject({ kind: 'audio', label: 'm4a', type: 'audio/mp4' })
  expect(await read(video(dataUrl(MP4)))).toMatchObject({ kind: 'video', type: 'video/mp4' })
  expect(await read(video(dataUrl(WEBM)))).toMatchObject({ kind: 'video', type: 'video/webm' })
})

test('sound and film of a format that cannot be sent are files', async () => {
  expect(await read(audio(WEBM))).toMatchObject({ kind: 'file', label: 'WebM', isText: false })
  const avi = latin1('RIFF\0\0\0\0AVI ')
  expect(await read(video(dataUrl(avi)))).toMatchObject({ kind: 'file', label: 'AVI' })
})

test('sound without a header is a file under the format that the part names', async () => {
  const raw = Buffer.from([1, 0, 2, 0])
  expect(await read(audio(raw, 'mp3'))).toMatchObject({ kind: 'file', label: 'mp3' })
  expect(await read(audio(raw))).toMatchObject({ kind: 'file', label: 'wav' })
})

test('text can be read, documents and other bytes can only be saved', async () => {
  const text = dataUrl(latin1('# Title'))
  expect(await read(file(text, 'a.md'))).toMatchObject({ label: 'Markdown', isText: true })
  expect(await read(file(text))).toMatchObject({ label: 'text', isText: true })
  const pdf = dataUrl(latin1('%PDF-1.7'))
  expect(await read(file(pdf, 'a.txt'))).toMatchObject({ label: 'PDF', isText: false })
  const bytes = dataUrl(Buffer.from([0, 1, 2, 0xff]))
  expect(await read(file(bytes, 'a.txt'))).toMatchObject({ label: 'binary', isText: false })
})

test('a data URL without base64 is read by its escapes', async () => {
  expect(await read(file('data:text/plain,a%20b%C3%A9'))).toMatchObject({
    kind: 'file',
    isText: true,
    bytes: Buffer.from('a bé'),
  })
})

test('broken data is broken, in base64 as in escapes', async () => {
  expect(await read(image('data:image/png;base64,%%%'))).toEqual({ kind: 'broken' })
  expect(await read(file('data:text/plain,%E0%A4%A'))).toEqual({ kind: 'broken' })
})
