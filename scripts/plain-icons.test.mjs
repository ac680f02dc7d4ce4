// @ts-check
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { root } from './checkout.mjs'
import { SHAPES_FILE } from './plain-icons.mjs'

const LIBRARY = path.join(root, 'node_modules/lucide-react')

/** @typedef {[tag: string, attributes: Record<string, string>]} Shape */

test('the build has the shapes of every icon that the page imports, as Lucide draws them', async () => {
  const names = importedNames()
  expect(names).toContain('x')
  const lines = []
  for (const name of names) lines.push(`  "${name}": ${JSON.stringify(await shapesOf(name))}`)
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot(SHAPES_FILE)
})

test("Lucide's license is beside its shapes", async () => {
  const license = readFileSync(path.join(LIBRARY, 'LICENSE'), 'utf8')
  await expect(license).toMatchFileSnapshot(path.join(path.dirname(SHAPES_FILE), 'LICENSE'))
})

/** Of the icons, in order. */
function importedNames() {
  const names = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, 'src', file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/'lucide-react\/icons\/([\w-]+)'/g)])
    .map(([, name = '']) => name)
  return [...new Set(names)].sort()
}

/** The shapes of an icon as `createIcon` takes them. @param {string} name */
async function shapesOf(name) {
  const file = path.join(LIBRARY, 'dist/esm/icons', `${name}.mjs`)
  // Another name for an icon only passes it on.
  const [, other] =
    /export \{ default \} from '\.\/([\w-]+)\.mjs'/.exec(readFileSync(file, 'utf8')) ?? []
  /** @type {{ __iconData: { node: Shape[] } }} */
  const { __iconData: icon } = await import(
    other ? path.join(path.dirname(file), `${other}.mjs`) : file
  )
  return icon.node.map(plain)
}

/** Without the key of React. @param {Shape} shape */
function plain([tag, { key: _, ...attributes }]) {
  return tag === 'path' && Object.keys(attributes).length === 1
    ? attributes['d']
    : [tag, attributes]
}
