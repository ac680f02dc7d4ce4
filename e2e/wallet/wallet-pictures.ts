import path from 'node:path'

import type { Page } from '@playwright/test'

import { root } from '../../scripts/checkout.mjs'

/** Situations that are also pictured on a phone in the dark. */
const ON_A_PHONE = new Set([
  'wrong chain',
  'settled but not credited yet',
  'no wallet',
  'USDC short',
])

/** Pictures for people, made only when they are asked for: `npm run screenshots`. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] === undefined) return
  const file = (look: string) =>
    path.join(root, `docs/pictures/wallet-${name.replaceAll(' ', '-').toLowerCase()}-${look}.png`)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.screenshot({ path: file('wide-light'), caret: 'hide' })
  if (!ON_A_PHONE.has(name)) return
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: file('phone-dark'), caret: 'hide' })
}
