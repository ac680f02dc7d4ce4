import { buffer } from 'node:stream/consumers'

import { unzipSync } from 'fflate'

import { type ImageScreen, photo } from '../../../e2e/support/image-screen.ts'
import { test } from '../../app/testing/image-area.ts'
import { expect } from '../../app/testing/open-page.tsx'

async function editOnce(image: ImageScreen): Promise<void> {
  await image.choose(await photo({ width: 800, height: 600 }))
  await image.prompt.fill('grayscale')
  await image.send()
  await expect(image.edited).toBeVisible()
}

test('a form carries the file with its name and the same fields', async ({ image, page }) => {
  const file = await photo({ type: 'jpeg' }, 'Garten & Hund.jpeg')
  await image.choose(file)
  await image.prompt.fill('make it warm')
  await image.pick('Resolution', '1K')
  await page.getByRole('switch', { name: 'Safe mode' }).click()
  const { status, request, headers } = await image.send()
  expect(status).toBe(200)
  expect(request.headers()['content-type']).toContain('multipart/form-data; boundary=')
  // The service names its answer after the name it received.
  expect(headers['content-disposition']).toContain('Garten-Hund-edited-1k.png')
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()
  const fields = page.getByRole('region', { name: 'Inspector' })
  await fields.getByRole('tab', { name: 'Request' }).click()
  await expect(fields).toContainText('image: Garten & Hund.jpeg (image/jpeg')
  for (const field of ['prompt: make it warm', 'resolution: 1K', 'safe_mode: false'])
    await expect(fields).toContainText(field)

  await page.reload()
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()
  await fields.getByRole('tab', { name: 'Code' }).click()
  await expect(fields.getByRole('group', { name: 'Code' })).toContainText('@Garten-Hund.jpeg')
})

test('an answer is shown by its bytes, never by what it claims', async ({ image, page }) => {
  await image.choose(await photo())
  await image.prompt.fill('make it warm')
  const hostile = [
    ['image/png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['image/jpeg', '<!doctype html><script>alert(1)</script>'],
    ['application/pdf', '%PDF-1.7 '],
    ['image/webp', 'GIF89a/*'],
  ] as const
  for (const [contentType, body] of hostile) {
    await page.route('**/image/edit', (route) => route.fulfill({ status: 200, contentType, body }))
    await image.send()
    await expect(image.result).toContainText('Unexpected file type')
    await expect(image.edited).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/^photo-edited\.(?:bin|gif)$/)
    await page.unroute('**/image/edit')
  }
  const real = await photo({ type: 'webp' })
  await page.route('**/image/edit', (route) =>
    route.fulfill({ status: 200, contentType: 'application/octet-stream', body: real.buffer }),
  )
  await image.send()
  await expect(image.edited).toBeVisible()
  await expect(page.getByRole('group', { name: 'Result details' })).toContainText('WEBP')
})

test('a result is opened in Chat as an attachment', async ({ image, page }) => {
  await editOnce(image)
  await page.getByRole('button', { name: 'Open in Chat' }).click()
  await expect(page).toHaveURL(/\/chat/)
  await expect(page.getByText('photo-edited.png').first()).toBeVisible()
})

test('runs are pinned, deleted, exported with their lineage, and varied after a reload', async ({
  image,
  page,
}) => {
  await image.choose(await photo({}, 'cat.png'))
  await image.prompt.fill('make it warm')
  await image.send()
  await expect(image.edited).toBeVisible()
  await page.getByRole('button', { name: 'Use as source' }).click()
  await expect(image.source).toContainText('cat-edited.png')
  await image.prompt.fill('flip')
  await image.send()
  await expect(image.runs.getByText('step 2, made from “make it warm”')).toBeVisible()

  await image.runs.getByRole('button', { name: 'More: make it warm' }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await expect(image.runs.getByLabel('Pinned')).toBeVisible()
  // The menu before may still be fading out.
  await image.runs.getByRole('button', { name: 'More: flip' }).click()
  const menu = page.getByRole('menu', { name: 'More: flip' })
  await menu.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(image.runs.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(image.runs.getByRole('listitem')).toHaveCount(2)

  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const names = Object.keys(unzipSync(await buffer(await (await exported).createReadStream())))
  expect(names.map((name) => name.split('/')[1]).toSorted()).toEqual([
    'cat-edited.png',
    'cat-edited.png',
    'run.json',
    'run.json',
    'source-cat-edited.png',
    'source-cat.png',
  ])

  await page.reload()
  await expect(image.runs.getByRole('listitem')).toHaveCount(2)
  await expect(image.edited).toBeVisible()
  await image.runs.getByRole('button', { name: 'More: make it warm' }).click()
  await page.getByRole('menuitem', { name: 'Vary' }).click()
  await expect(image.prompt).toHaveValue('make it warm')
  await expect(image.source).toContainText('cat.png')
  await expect(page.getByLabel('Price')).toContainText('$0.16')
})
