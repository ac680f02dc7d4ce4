import { readFile } from 'node:fs/promises'
import path from 'node:path'

import {
  attach,
  attachments,
  checks,
  file,
  hashOf,
  startWith,
} from '../../../../e2e/support/attached-parts.ts'
import { beginning, picture, sha256, wav } from '../../../../e2e/support/media-samples.ts'
import { pdf } from '../../../../service/testing/sample-documents.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

test('images of every type arrive byte for byte, and the model measures what was attached', async ({
  chat,
  page,
}) => {
  const sent = await startWith(chat, 'sandbox-vision')
  const formats = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const
  const files = await Promise.all(
    formats.map(async (format) =>
      // The name lies: the bytes decide.
      file(`photo.${format}.png`, 'image/png', await picture(format, 96, 80)),
    ),
  )
  await attach(page, files)
  await expect(attachments(page).filter({ hasText: '96 × 80 px' })).toHaveCount(5)
  const answer = await chat.ask('What are these?')
  const parts = sent()
  expect(parts.map(({ type }) => type)).toEqual([...formats.map(() => 'image_url'), 'text'])
  expect(parts.slice(0, 5).map(hashOf)).toEqual(files.map(({ buffer }) => sha256(buffer)))
  expect(parts.map((part) => part.image_url?.url.split(';')[0])).toEqual([
    'data:image/png',
    'data:image/jpeg',
    'data:image/webp',
    'data:image/gif',
    'data:image/avif',
    undefined,
  ])
  for (const name of ['PNG', 'JPEG', 'WebP', 'GIF', 'AVIF'])
    await expect(answer).toContainText(`image, ${name}, 96 × 80 px`)
  await expect(attachments(page)).toHaveCount(0)
})

test('audio of every format arrives byte for byte under its name in the contract, raw samples once someone says what they are', async ({
  chat,
  page,
}) => {
  const sent = await startWith(chat, 'sandbox-media')
  const samples: [string, Buffer][] = [
    ['wav', wav(1)],
    ['mp3', beginning('ID3\u0004')],
    ['aiff', beginning('FORM\0\0\0\u0001AIFF')],
    ['aac', beginning('\u00FF\u00F1')],
    ['ogg', beginning('OggS')],
    ['flac', beginning('fLaC')],
    ['m4a', beginning('\0\0\0\u0020ftypM4A ')],
  ]
  // One message may have five.
  for (const group of [samples.slice(0, 5), samples.slice(5)]) {
    await attach(
      page,
      group.map(([format, bytes]) => file(`sound.${format}`, 'audio/unknown', bytes)),
    )
    await expect(attachments(page)).toHaveCount(group.length)
    const answer = await chat.ask('What is this?')
    const parts = sent()
    expect(parts.slice(0, -1).map(hashOf)).toEqual(group.map(([, bytes]) => sha256(bytes)))
    expect(parts.slice(0, -1).map((part) => part.input_audio?.format)).toEqual(
      group.map(([format]) => format),
    )
    for (const [format] of group) await expect(answer).toContainText(`audio, ${format}`)
  }

  const raw = wav(1).subarray(44)
  await attach(page, [file('voice.pcm', '', raw), file('wide.pcm', '', raw)])
  await expect(attachments(page)).toHaveCount(2)
  const faults = checks(page).getByRole('listitem')
  await faults
    .filter({ hasText: 'voice.pcm' })
    .getByRole('button', { name: 'Send as pcm16' })
    .click()
  await faults
    .filter({ hasText: 'wide.pcm' })
    .getByRole('button', { name: 'Send as pcm24' })
    .click()
  await chat.ask('Listen')
  expect(sent().map((part) => part.input_audio?.format)).toEqual(['pcm16', 'pcm24', undefined])
  expect(hashOf(sent()[0])).toBe(sha256(raw))
})

test('video and files arrive byte for byte, with the name of the file', async ({ chat, page }) => {
  const sent = await startWith(chat, 'sandbox-media')
  const videos: [string, string, Buffer][] = [
    ['mp4', 'video/mp4', beginning('\0\0\0\u0018ftypisom')],
    ['mov', 'video/quicktime', beginning('\0\0\0\u0014ftypqt  ')],
    ['webm', 'video/webm', beginning('\u001AE\u00DF\u00A3')],
  ]
  await attach(
    page,
    videos.map(([name, type, bytes]) => file(`film.${name}`, type, bytes)),
  )
  const documents = [
    file('report.pdf', '', Buffer.from(pdf(['Figures of the year']))),
    file('data.csv', '', Buffer.from('a,b\n1,2\n')),
    file('naïve "notes".md', '', Buffer.from('# Grüße\n')),
    file('page.html', '', Buffer.from('<script>alert(1)</script>')),
  ]
  await attach(page, documents)
  await expect(attachments(page)).toHaveCount(7)
  const answer = await chat.ask('Read these')
  const parts = sent()
  expect(parts.slice(0, 7).map(hashOf)).toEqual([
    ...videos.map(([, , bytes]) => sha256(bytes)),
    ...documents.map(({ buffer }) => sha256(buffer)),
  ])
  expect(parts.slice(0, 3).map((part) => part.video_url?.url.split(';')[0])).toEqual(
    videos.map(([, type]) => `data:${type}`),
  )
  expect(parts.slice(3, 7).map((part) => part.file?.filename)).toEqual(
    documents.map(({ name }) => name),
  )
  await expect(answer).toContainText('PDF')
  await expect(answer).toContainText('1 page')
})

test('sample files are there to try, and the service reads each of them', async ({
  chat,
  page,
}) => {
  const sent = await startWith(chat, 'sandbox-media')
  for (const sample of ['Sample image', 'Sample PDF', 'Sample audio']) {
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByRole('menuitem', { name: sample, exact: true }).click()
  }
  await expect(attachments(page)).toHaveCount(3)
  await expect(attachments(page).nth(0)).toContainText('1024 × 768 px')
  await expect(page.getByRole('list', { name: 'Attachment checks' })).toBeEmpty()
  const answer = await chat.ask('What is it?')
  for (const name of ['harbour.jpg', 'quotation.pdf', 'melody.wav']) {
    const bytes = await readFile(path.join('public/samples', name))
    expect(bytes.length).toBeLessThan(60_000)
    expect(sent().map(hashOf)).toContain(sha256(bytes))
  }
  await expect(answer).toContainText('1024 × 768')
  await expect(answer).toContainText(/PDF.*2 pages|2 pages/)
})
