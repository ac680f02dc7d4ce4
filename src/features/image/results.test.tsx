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
