import { writeFile } from 'node:fs/promises'

import {
  COMPOSER,
  CONVERSATION,
  expectAccessible,
  expectAccessibleInBothColors,
} from '../support/accessibility.ts'
import { attach, attachments, checks, file, startWith } from '../support/attached-parts.ts'
import { expect, test } from '../support/fixtures.ts'
import { beginning, picture, wav } from '../support/media-samples.ts'

// What needs a microphone, codecs or what is drawn; the rest: src/features/chat/attachments/.

test.use({ permissions: ['microphone'] })

test('a recording of the microphone is attached as WAV', async ({ chat, page }) => {
  const sent = await startWith(chat, 'sandbox-media')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Record audio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record audio' })
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog.getByRole('timer')).toContainText('1.0 s')
  await dialog.getByRole('button', { name: 'Stop recording' }).click()
  await expect(dialog.getByLabel('Recording', { exact: true })).toBeVisible()
  await expectAccessible(page, { include: 'dialog[open]' })
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

test('the menu closes as it should, and attachments, their checks and their message are accessible', async ({
  chat,
  page,
}) => {
  const button = page.getByRole('button', { name: 'Attach', exact: true })
  const menu = page.getByRole('menu', { name: 'Attach' })

  await test.step('Escape closes the menu and gives the focus back; a second press closes it too', async () => {
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
    await page.keyboard.press('Escape')
  })

  await test.step('attachments of every type, a check, and the menu', async () => {
    await startWith(chat, 'sandbox-media')
    await attach(page, [
      file('a.png', 'image/png', await picture('png', 64, 64)),
      file('tiny.png', 'image/png', await picture('png', 20, 20)),
      file('b.wav', 'audio/wav', wav(1)),
      file('c.txt', 'text/plain', Buffer.from('Hello')),
      file('d.mp4', 'video/mp4', beginning('\0\0\0\u0018ftypisom')),
    ])
    await button.click()
    await page.getByRole('menuitem', { name: 'Text part' }).click()
    await page.getByRole('textbox', { name: 'Text part' }).fill('Some background')
    await expect(checks(page).getByRole('listitem')).toHaveCount(1)
    await expectAccessibleInBothColors(page, { include: COMPOSER })
    await button.click()
    await expect(menu).toBeVisible()
    await expectAccessibleInBothColors(page, { include: '[role=menu]' })
  })

  await test.step('an address that cannot be sent', async () => {
    await page.getByRole('menuitem', { name: 'From URL' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach by URL' })
    await dialog.getByRole('textbox', { name: 'URL' }).fill('ftp://media.example/cat.png')
    await dialog.getByRole('textbox', { name: 'URL' }).press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectAccessibleInBothColors(page, { include: 'dialog[open]' })
    await page.keyboard.press('Escape')
  })

  await test.step('the message', async () => {
    await checks(page).getByRole('button', { name: 'Enlarge to 64 px' }).click()
    await expect(checks(page).getByRole('listitem')).toHaveCount(0)
    await chat.ask('/tokens 5')
    const parts = page.getByRole('list', { name: 'Content parts' })
    await expect(parts.getByRole('img')).toHaveCount(2)
    await expect(parts).toContainText('a.png · 64×64')
    // What a model writes is validated elsewhere.
    await expectAccessibleInBothColors(page, { include: CONVERSATION, exclude: '.md' })
  })

  await test.step('what a part says it is does not make the page show it: bytes decide', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=\'run\'"><script>document.title="run"</script></svg>'
    const title = await page.title()
    await attach(page, [file('logo.png', 'image/png', Buffer.from(svg))])
    await expect(attachments(page)).toContainText('text')
    await attach(page, [file('page.mp4', 'video/mp4', Buffer.from(`<html>${svg}</html>`))])
    await expect(attachments(page)).toHaveCount(2)
    await chat.say('Look')
    const message = page.getByRole('article', { name: 'User message' }).last()
    await expect(message.getByRole('button', { name: 'Save' })).toHaveCount(2)
    await expect(
      message.locator('img, video, audio, iframe, object, embed, svg[onload]'),
    ).toHaveCount(0)
    expect(await page.title()).toBe(title)
  })
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
