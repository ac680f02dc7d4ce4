import { buffer } from 'node:stream/consumers'

import { expect } from '@playwright/test'
import sharp from 'sharp'

import type { ChosenFile, ImageScreen } from './image-screen.ts'

/** The colours of the quarters, row by row: `rgby` for a picture as it was made. */
export async function quarters(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .resize(200, 200, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const names = [
    ['r', 204, 51, 51],
    ['g', 51, 204, 51],
    ['b', 51, 51, 204],
    ['y', 204, 204, 51],
  ] as const
  const nameAt = (x: number, y: number) => {
    const at = (y * 200 + x) * info.channels
    const far = names.map(([name, ...colour]) => ({
      name,
      far: Math.hypot(...colour.map((value, channel) => value - (data[at + channel] ?? 0))),
    }))
    return far.toSorted((a, b) => a.far - b.far)[0]?.name ?? '?'
  }
  return nameAt(50, 50) + nameAt(150, 50) + nameAt(50, 150) + nameAt(150, 150)
}

/** Sends the edit, and gives the picture that left and the one that came back. */
export async function sendPicture(image: ImageScreen): Promise<{ sent: Buffer; result: Buffer }> {
  const { request, status } = await image.send()
  expect(status).toBe(200)
  await expect(image.edited).toBeVisible()
  const download = image.page.waitForEvent('download')
  await image.page.getByRole('button', { name: 'Download', exact: true }).click()
  const result = await buffer(await (await download).createReadStream())
  const body = request.postDataJSON() as { image: string }
  return { sent: Buffer.from(body.image, 'base64'), result }
}

/** A file whose name alone says what it is. */
export const named = (name: string, bytes: Buffer): ChosenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: bytes,
})
