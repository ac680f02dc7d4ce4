// @ts-check
/** Makes the icons of the installed app in public/ from its mark, public/icon.svg: `npm run icons`. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'

import { root } from './checkout.mjs'

const publicFolder = path.join(root, 'public')
const mark = readFileSync(path.join(publicFolder, 'icon.svg'), 'utf8')
// The system cuts the corners; the mark lies within the circle that every cut leaves.
const square = mark.replace(/ rx="14"/, '')

for (const [name, size] of /** @type {const} */ ([
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['apple-touch-icon.png', 180],
]))
  await sharp(Buffer.from(square), { density: 72 * (size / 64) })
    .resize(size, size)
    .png({ palette: true })
    .toFile(path.join(publicFolder, name))
