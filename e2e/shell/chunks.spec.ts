import { readdirSync } from 'node:fs'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { expect, test } from '../support/fixtures.ts'

test('every part of the built app can be loaded first, whatever it shares with others', async ({
  page,
}) => {
  const chunks = readdirSync(path.join(root, 'dist/assets')).filter((name) => name.endsWith('.js'))
  expect(chunks.length).toBeGreaterThan(50)
  const broken: string[] = []
  for (const chunk of chunks) {
    // A document of its own for each: nothing is loaded yet.
    await page.goto('/config.json')
    const fault = await page.evaluate(
      (name) =>
        import(`/assets/${name}`).then(
          () => undefined,
          (error: unknown) => String(error),
        ),
      chunk,
    )
    if (fault !== undefined) broken.push(`${chunk}: ${fault}`)
  }
  expect(broken).toEqual([])
})
