import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

interface Validated {
  /** What of the page is left out, as a selector. */
  exclude?: string
  /** The only part of the page that is validated, as a selector; the rest was before, and is the same. */
  include?: string
  /** The only rule that is validated; without it, all are. */
  rule?: string
}

/** Fails with every violation that axe finds on the page as it stands. */
export async function expectAccessible(
  page: Page,
  { exclude, include, rule }: Validated = {},
): Promise<void> {
  // What fades in has a contrast of its own until it is there.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Evaluated again in the same page, axe would also be compiled and warmed up again.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const known = isThere ? { axeSource: ';' } : {}
  // The mode for pages without frames, and only what fails: four times as fast.
  const axe = new AxeBuilder({ page, ...known })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], ...(rule === undefined ? {} : { runOnly: [rule] }) })
  if (include !== undefined) axe.include(include)
  const { violations } = await (exclude === undefined ? axe : axe.exclude(exclude)).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([])
}

/** The same in the light and in the dark colors, which differ in their contrast alone. */
export async function expectAccessibleInBothColors(
  page: Page,
  validated: Validated = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, validated)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { ...validated, rule: 'color-contrast' })
}
