// @ts-check
import path from 'node:path'

import sharp from 'sharp'

import { root } from './checkout.mjs'

/**
 * The sample picture as phones store a photo: lying on its side.
 * @returns {Promise<{ name: string, mimeType: string, buffer: Buffer }>}
 */
export async function samplePhoto() {
  const upright = sharp(path.join(root, 'public/samples/harbour.jpg'))
  const stored = await upright.rotate(-90).png().toBuffer()
  const buffer = await sharp(stored)
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  return { name: 'harbour.jpg', mimeType: 'image/jpeg', buffer }
}
