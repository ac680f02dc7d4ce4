import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { expect, test } from '../support/fixtures.ts'

const ASSETS = path.join(root, 'dist/assets')

/** The chunks that each chunk imports, and those that they import, and so on. */
function importsOf(chunks: readonly string[]): Map<string, ReadonlySet<string>> {
  const direct = new Map(
    chunks.map((chunk) => {
      const code = readFileSync(path.join(ASSETS, chunk), 'utf8')
      const imports = code.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)
      return [chunk, [...imports].map(([, name = '']) => name)]
    }),
  )
  const follow = (chunk: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const name of direct.get(chunk) ?? []) if (!seen.has(name)) follow(name, seen.add(name))
    return seen
  }
  return new Map(chunks.map((chunk) => [chunk, follow(chunk)]))
}

test('every part of the built app can be loaded right after the shell, whatever it shares with others', async ({
  page,
}) => {
  const chunks = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
  expect(chunks.length).toBeGreaterThan(50)
  const index = readFileSync(path.join(root, 'dist/index.html'), 'utf8')
  const shell = [...index.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(
    ([, src = '']) => src,
  )
  expect(shell).not.toEqual([])

  const imports = importsOf(chunks)
  expect(Math.max(...[...imports.values()].map(({ size }) => size))).toBeGreaterThan(10)
  const isInCircle = (chunk: string) => imports.get(chunk)?.has(chunk) === true
  // Where each runs after all that it imports, it does not matter what was loaded before; and workers hear each other.
  const meetsCircle = (chunk: string) =>
    chunk.includes('.worker') ||
    isInCircle(chunk) ||
    [...(imports.get(chunk) ?? [])].some(isInCircle)
  const alone = chunks.filter(meetsCircle)
  const together = chunks.filter((chunk) => !meetsCircle(chunk))
  expect(together).not.toEqual([])
  const broken: string[] = []
  for (const loaded of [together, ...alone.map((chunk) => [chunk])]) {
    // A document of its own for each: nothing is loaded yet.
    await page.goto('/config.json')
    const faults = await page.evaluate(
      async ({ shell, loaded }) => {
        const found: string[] = []
        for (const src of [...shell, ...loaded.map((chunk) => `/assets/${chunk}`)])
          await import(src).catch((error: unknown) => found.push(`${src}: ${String(error)}`))
        return found
      },
      { shell, loaded },
    )
    broken.push(...faults)
  }
  expect(broken).toEqual([])
})
