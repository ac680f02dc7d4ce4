import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

import { root } from '../../scripts/checkout.mjs'

const AXE = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** Parts of the chat, as selectors. What stands around them is validated by chat/states.spec.ts. */
export const CONVERSATION = '[role=log]'
export const COMPOSER = 'form[aria-label="New message"]'
/** What stands beside an area, or over it on a phone. */
export const PANELS = 'section[aria-labelledby]'

interface Validated {
  /** What of the page is left out, as a selector. */
  exclude?: string
  /** The only part of the page that is validated, as a selector; the rest was before, and is the same. */
  include?: string
  /** The only rule that is validated; without it, all are. */
  rule?: string
}

/** Fails with every violation that axe finds on the page, which has no frames, as it stands. */
export async function expectAccessible(
  page: Page,
  validated: Validated = {},
  colorScheme?: 'light' | 'dark',
): Promise<void> {
  // What fades in has a contrast of its own until it is there.
  await page.emulateMedia({ reducedMotion: 'reduce', ...(colorScheme && { colorScheme }) })
  // Evaluated again in the same page, it would also be compiled and warmed up again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  expect(await page.evaluate(violationsOf, validated)).toEqual([])
}

/** Runs in the page. */
async function violationsOf({ include, exclude, rule }: Validated): Promise<string[]> {
  const axe = Reflect.get(globalThis, 'axe') as typeof axeCore
  const { violations } = await axe.run(
    {
      ...(include !== undefined && { include: [include] }),
      exclude: exclude === undefined ? [] : [exclude],
    },
    // Only what fails: four times as fast.
    { resultTypes: ['violations'], ...(rule !== undefined && { runOnly: [rule] }) },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** The same in the light and in the dark colors, which differ in their contrast alone. */
export async function expectAccessibleInBothColors(
  page: Page,
  validated: Validated = {},
): Promise<void> {
  await expectAccessible(page, validated, 'light')
  await expectAccessible(page, { ...validated, rule: 'color-contrast' }, 'dark')
}
