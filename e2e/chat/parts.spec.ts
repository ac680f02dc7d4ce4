import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { launchOptions } from '../../scripts/browser.mjs'
import { root } from '../../scripts/checkout.mjs'
import { pdf } from '../../service/testing/sample-documents.ts'
import { expectAccessible, expectAccessibleInBothColors } from '../support/accessibility.ts'
import type { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptAnswers } from '../support/kept-answers.ts'
import { beginning, picture, sha256, wav, type SampleFile } from '../support/media-samples.ts'

const { args, ...launch } = launchOptions('shell')

test.use({
  // A microphone that beeps, and nobody to ask.
  launchOptions: {
    ...launch,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
  permissions: ['microphone'],
})

interface Part {
  type: string
  text?: string
  image_url?: { url: string }
  input_audio?: { data: string; format: string }
  video_url?: { url: string }
  file?: { file_data: string; filename?: string }
  cache_control?: { type: string }
}

/** What the page sent as its last request for an answer: the parts of its last message. */
function watchSentParts(page: Page): () => Part[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/chat/completions')) bodies.push(request.postData() ?? '')
  })
  return () => {
    const { messages } = JSON.parse(bodies.at(-1) ?? '') as { messages: { content: Part[] }[] }
    return messages.at(-1)?.content ?? []
  }
}

/** The body of the next request, as the page gives it to the browser: a large one is no string. */
async function watchBodies(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      if (init?.body != null) Reflect.set(globalThis, 'lastBody', init.body)
      return fetch(input, init)
    }
  })
  return () => page.evaluate(() => new Response(Reflect.get(globalThis, 'lastBody')).text())
}

/** SHA-256 of the bytes that a part carries. */
function hashOf(part: Part | undefined): string {
  const url = part?.image_url?.url ?? part?.video_url?.url ?? part?.file?.file_data
  const base64 = part?.input_audio?.data ?? url?.replace(/^data:[^,]*;base64,/, '') ?? ''
  return sha256(Buffer.from(base64, 'base64'))
}

function attachments(page: Page): Locator {
  return page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
}

function checks(page: Page): Locator {
  return page.getByRole('list', { name: 'Attachment checks' })
}

/** Attaches files through the menu, as a person does. */
async function attach(page: Page, files: SampleFile[] | string): Promise<void> {
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click()
  const chooser = await choosing
  await chooser.setFiles(files)
}

/** Hands files to the page as an event of the clipboard or of a drag would. */
async function hand(target: Locator, event: 'paste' | 'drop', files: SampleFile[]): Promise<void> {
  const plain = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  await target.evaluate(
    (element, { event: type, files: given }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const init = { bubbles: true, cancelable: true }
      if (type === 'paste')
        element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
      else
        for (const name of ['dragenter', 'dragover', 'drop'])
          element.dispatchEvent(new DragEvent(name, { ...init, dataTransfer: data }))
    },
    { event, files: plain },
  )
}

const file = (name: string, mimeType: string, buffer: Buffer): SampleFile => ({
  name,
  mimeType,
  buffer,
})

/** What a model writes is validated elsewhere. */
const JUDGED = { exclude: '.md' }

async function startWith(chat: ChatScreen, model: string): Promise<() => Part[]> {
  await chat.chooseModel(model)
  return watchSentParts(chat.page)
}

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

test('a recording of the microphone is attached as WAV', async ({ chat, page }) => {
  const sent = await startWith(chat, 'sandbox-media')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Record audio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record audio' })
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog.getByRole('timer')).toContainText('1.0 s')
  await dialog.getByRole('button', { name: 'Stop recording' }).click()
  await expect(dialog.getByLabel('Recording', { exact: true })).toBeVisible()
  await expectAccessible(page, JUDGED)
  await dialog.getByRole('button', { name: 'Attach recording' }).click()
  await expect(attachments(page)).toContainText(/recording .*\.wav/)
  const answer = await chat.ask('What did I say?')
  await expect(answer).toContainText(/audio, wav, \d\.\d s/)
  const [part] = sent()
  expect(part?.input_audio?.format).toBe('wav')
  const bytes = Buffer.from(part?.input_audio?.data ?? '', 'base64')
  expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  // It beeps: a file of silence would be a recording that was lost.
  expect(bytes.subarray(44).some((byte) => byte !== 0)).toBe(true)
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
    const bytes = await readFile(path.join(root, 'public/samples', name))
    expect(bytes.length).toBeLessThan(60_000)
    expect(sent().map(hashOf)).toContain(sha256(bytes))
  }
  await expect(answer).toContainText('1024 × 768')
  await expect(answer).toContainText(/PDF.*2 pages|2 pages/)
})

test('files that are pasted or dropped are attached, to the message that is edited if it is there', async ({
  chat,
  page,
}) => {
  const sent = await startWith(chat, 'sandbox-media')
  const image = file('image.png', 'image/png', await picture('png', 64, 64))
  const text = file('b.txt', 'text/plain', Buffer.from('Hello'))
  await chat.message.focus()
  await hand(chat.message, 'paste', [image])
  await expect(attachments(page)).toContainText('64 × 64 px')
  await hand(page.getByRole('log', { name: 'Conversation' }), 'drop', [text])
  await expect(attachments(page)).toHaveCount(2)
  await chat.ask('/tokens 3 See?')
  expect(sent().slice(0, 2).map(hashOf)).toEqual([image, text].map(({ buffer }) => sha256(buffer)))

  const user = page.getByRole('article', { name: 'User message' })
  await user.hover()
  await user.getByRole('button', { name: 'Edit user message' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit user message' })
  await editor.fill('/tokens 3 Look at this')
  const png = await picture('png', 80, 64)
  await hand(editor, 'paste', [file('photo.png', 'image/png', png)])
  await expect(user.getByRole('img')).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveCount(0)
  await expect(editor).toHaveValue('/tokens 3 Look at this')
  await editor.press('ControlOrMeta+Enter')
  await chat.answers.first().hover()
  await chat.answers.first().getByRole('button', { name: 'Retry' }).click()
  await expect
    .poll(() => [...sent()].map(({ type }) => type).toSorted())
    .toEqual(['file', 'image_url', 'image_url', 'text'])
})

test('pictures that are too small, unknown or say where they were taken are named with figures and fixed in one press', async ({
  chat,
  page,
}) => {
  const sent = await startWith(chat, 'sandbox-vision')
  const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
  await attach(page, [
    file('home.jpg', 'image/jpeg', await picture('jpeg', 80, 80, { exif })),
    file('dot.png', 'image/png', await picture('png', 20, 40)),
    file('old.bmp', 'image/bmp', bmp(70, 66)),
  ])
  const list = checks(page)
  await expect(list).toContainText('dot.png is 20 × 40 px. Both sides must be at least 64 px.')
  await expect(list).toContainText("old.bmp: BMP images aren't supported. Use PNG, JPEG or WebP.")
  await chat.message.fill('Look')
  await chat.send.click()
  await expect(page.getByRole('alert')).toContainText('Nothing was sent')
  await expect(chat.message).toHaveValue('Look')
  await expect(attachments(page)).toHaveCount(3)
  await expect(list).toContainText('home.jpg contains its location in its metadata.')
  await list.getByRole('button', { name: 'Remove metadata' }).click()
  await list.getByRole('button', { name: 'Enlarge to 64 px' }).click()
  await list.getByRole('button', { name: 'Convert to WebP' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(0)
  await expect(attachments(page)).toHaveText([
    /80 × 80 px/,
    /PNG · 64 × 128 px/,
    /WebP · 70 × 66 px/,
  ])
  const answer = await chat.ask('Look')
  await expect(answer).toContainText('image, PNG, 64 × 128 px')
  await expect(answer).toContainText('image, WebP, 70 × 66 px')
  expect(sent()).toHaveLength(4)
  const bytes = Buffer.from(sent()[0]?.image_url?.url.split(',')[1] ?? '', 'base64')
  expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(bytes.includes('Exif')).toBe(false)
})

test('a photo of 33 megapixels is read, shrunk and sent', async ({ chat, page }) => {
  await startWith(chat, 'sandbox-vision')
  const photo = await picture('jpeg', 7680, 4320, { noise: true })
  const padded = Buffer.concat([photo, Buffer.alloc(Math.max(0, 25_400_000 - photo.byteLength))])
  // As a file on disk: bytes in memory would be unpacked by the page itself.
  const path = test.info().outputPath('photo.jpg')
  await writeFile(path, padded)
  await attach(page, path)
  await expect(attachments(page)).toContainText('7680 × 4320 px', { timeout: 60_000 })
  const list = checks(page)
  await expect(list).toContainText('MB. Files must be smaller than 25 MB')
  await list.getByRole('button', { name: 'Shrink photo.jpg' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(0, { timeout: 60_000 })
  await expect(attachments(page)).toContainText('JPEG', { timeout: 90_000 })
  await chat.ask('Look')
})

test('a model without eyes is warned about, and one for a single image says which it will see', async ({
  chat,
  page,
}) => {
  await startWith(chat, 'sandbox-chat')
  const image = await picture('png', 64, 64)
  await attach(page, [file('first.png', 'image/png', image)])
  await expect(checks(page)).toContainText("sandbox-chat doesn't support images")
  await checks(page)
    .getByRole('button', { name: /^Use sandbox-/ })
    .click()
  await expect(chat.model).not.toHaveValue('sandbox-chat')
  await expect(checks(page).getByRole('listitem')).toHaveCount(0)
  await expect(await chat.ask('First')).toContainText('image, PNG, 64 × 64 px')

  await chat.chooseModel('sandbox-vision-single')
  await attach(page, [file('second.png', 'image/png', image)])
  await expect(checks(page)).toContainText('1 in this message, not the 1 before')
  await chat.ask('Second')
  const messages = page.getByRole('article', { name: 'User message' })
  await expect(messages.first()).toContainText('not seen by sandbox-vision-single')
  await expect(messages.last()).not.toContainText('not seen')
})

test('with the keyboard alone: attach, reorder, mark, remove and send', async ({ chat, page }) => {
  const sent = await startWith(chat, 'sandbox-media')
  const pick = async (files: SampleFile[]) => {
    // Before the menu opens: what catches the choice of files takes a moment to be there.
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Files' })).toBeFocused()
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(files)
  }
  const options = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Options for ${name}` }).focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: `Options for ${name}` })
    const item = menu.getByRole('menuitem', { name: action })
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await pick([
    file('one.txt', 'text/plain', Buffer.from('1')),
    file('two.txt', 'text/plain', Buffer.from('2')),
    file('three.txt', 'text/plain', Buffer.from('3')),
  ])
  await expect(attachments(page)).toHaveCount(3)
  await options('three.txt', 'Move earlier')
  await options('two.txt', 'Mark end of cached prompt')
  await page.getByRole('button', { name: 'Remove one.txt' }).focus()
  await page.keyboard.press('Enter')
  await expect(attachments(page)).toHaveCount(2)
  await chat.message.focus()
  await page.keyboard.type('Read')
  const leaving = page.waitForRequest('**/chat/completions')
  await page.keyboard.press('Enter')
  await leaving
  expect(sent().map((part) => [part.file?.filename, part.cache_control])).toEqual([
    ['three.txt', undefined],
    ['two.txt', { type: 'ephemeral' }],
    [undefined, undefined],
  ])
})

test('Escape closes the menu and gives the focus back; a second press closes it too', async ({
  chat: _,
  page,
}) => {
  const button = page.getByRole('button', { name: 'Attach', exact: true })
  const menu = page.getByRole('menu', { name: 'Attach' })
  await button.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await expect(menu).toBeVisible()
  await button.click()
  await expect(menu).toBeHidden()
  await button.click()
  await expect(menu).toBeVisible()
})

test.describe('accessibility', () => {
  test('attachments of every type, their checks, and the message they become', async ({
    chat,
    page,
  }) => {
    await startWith(chat, 'sandbox-media')
    await attach(page, [
      file('a.png', 'image/png', await picture('png', 64, 64)),
      file('tiny.png', 'image/png', await picture('png', 20, 20)),
      file('b.wav', 'audio/wav', wav(1)),
      file('c.txt', 'text/plain', Buffer.from('Hello')),
      file('d.mp4', 'video/mp4', beginning('\0\0\0\u0018ftypisom')),
    ])
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(page.getByRole('menu', { name: 'Attach' })).toBeVisible()
    await expectAccessibleInBothColors(page, JUDGED)
    await page.getByRole('menuitem', { name: 'From URL' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach by URL' })
    await dialog.getByRole('textbox', { name: 'URL' }).fill('ftp://media.example/cat.png')
    await dialog.getByRole('textbox', { name: 'URL' }).press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectAccessibleInBothColors(page, JUDGED)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Text part' }).click()
    await page.getByRole('textbox', { name: 'Text part' }).fill('Some background')
    await expect(checks(page).getByRole('listitem')).toHaveCount(1)
    await expectAccessibleInBothColors(page, JUDGED)
    await checks(page).getByRole('button', { name: 'Enlarge to 64 px' }).click()
    await expect(checks(page).getByRole('listitem')).toHaveCount(0)
    await chat.ask('/tokens 5')
    await expect(page.getByRole('list', { name: 'Content parts' }).getByRole('img')).toHaveCount(2)
    await expectAccessibleInBothColors(page, JUDGED)
  })
})

test('a message keeps its parts over a reload, and they are sent along again', async ({
  chat,
  page,
}) => {
  const sent = await startWith(chat, 'sandbox-media')
  const image = await picture('png', 64, 64)
  await attach(page, [
    file('a.png', 'image/png', image),
    file('notes.txt', 'text/plain', Buffer.from('Remember the milk')),
  ])
  await expect(attachments(page)).toHaveCount(2)
  await chat.ask('First')
  const before = sent()
  await expect.poll(keptAnswers(page)).toBe(1)
  await page.reload()
  await chat.ready()
  const message = page.getByRole('article', { name: 'User message' }).first()
  await expect(message.getByRole('img')).toBeVisible()
  await message.getByText('Text', { exact: true }).click()
  await expect(message).toContainText('Remember the milk')
  const { messages } = await chat.echo()
  const [first] = messages as { content: Part[] }[]
  expect(first?.content.map(({ type }) => type)).toEqual(before.map(({ type }) => type))
  await expect(message.getByRole('img')).toBeVisible()
})

test('a full disk never keeps a message from being sent, and is said aloud', async ({
  chat,
  page,
}) => {
  await startWith(chat, 'sandbox-media')
  // A quota set from outside holds only for what the browser has not reserved already.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  const image = file('big.png', 'image/png', await picture('png', 900, 900, { noise: true }))
  await attach(page, [image])
  await expect(attachments(page)).toContainText('900 × 900 px')
  const sent = await watchBodies(page)
  const answer = await chat.ask('See?')
  await expect(answer).toContainText('image, PNG, 900 × 900 px')
  const { messages } = JSON.parse(await sent()) as { messages: { content: Part[] }[] }
  expect(hashOf(messages[0]?.content[0])).toBe(sha256(image.buffer))
  await expect(page.getByRole('img', { name: 'big.png' })).toBeVisible()
  await expect(page.getByText('big.png · 900×900')).toBeVisible()
  await expect(page.getByText('a reload will lose')).toBeVisible()
})

test('what a part says it is does not make the page show it: bytes decide', async ({
  chat,
  page,
}) => {
  await startWith(chat, 'sandbox-media')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=\'run\'"><script>document.title="run"</script></svg>'
  const title = await page.title()
  await attach(page, [file('logo.png', 'image/png', Buffer.from(svg))])
  await expect(attachments(page)).toContainText('text')
  await attach(page, [file('page.mp4', 'video/mp4', Buffer.from(`<html>${svg}</html>`))])
  await expect(attachments(page)).toHaveCount(2)
  await chat.say('Look')
  const message = page.getByRole('article', { name: 'User message' })
  await expect(message.getByRole('button', { name: 'Save' })).toHaveCount(2)
  await expect(
    message.locator('img, video, audio, iframe, object, embed, svg[onload]'),
  ).toHaveCount(0)
  expect(await page.title()).toBe(title)
})

/** A BMP of one colour: no library here writes that any more. */
function bmp(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + row * height, 0x80)
  bytes.fill(0, 0, 54)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.byteLength, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}
