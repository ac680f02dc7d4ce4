import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { expect, test } from '../support/fixtures.ts'

test('every part of the built app can be loaded right after the shell, whatever it shares with others', async ({
  page,
}) => {
  const chunks = readdirSync(path.join(root, 'dist/assets')).filter((name) => name.endsWith('.js'))
  expect(chunks.length).toBeGreaterThan(50)
  const index = readFileSync(path.join(root, 'dist/index.html'), 'utf8')
  const shell = [...index.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(
    ([, src = '']) => src,
  )
  expect(shell).not.toEqual([])
  const broken: string[] = []
  for (const chunk of chunks) {
    // A document of its own for each: nothing is loaded yet.
    await page.goto('/config.json')
    const fault = await page.evaluate(
      async ({ shell, chunk }) => {
        try {
          for (const src of shell) await import(src)
          await import(`/assets/${chunk}`)
          return undefined
        } catch (error) {
          return String(error)
        }
      },
      { shell, chunk },
    )
    if (fault !== undefined) broken.push(`${chunk}: ${fault}`)
  }
  expect(broken).toEqual([])
})
