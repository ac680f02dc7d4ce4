// @ts-check
import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { root } from './checkout.mjs'

const folder = path.join(root, 'docs/pictures')
const pictures = readdirSync(folder)

/** The names of the pictures that a document shows or links to. @param {string} document */
function shownIn(document) {
  const text = readFileSync(path.join(root, document), 'utf8')
  return [...text.matchAll(/\]\((?:docs\/)?pictures\/([^)]+)\)/g)].map(([, name]) => name)
}

test('every picture is shown by a document, and every picture that is shown is there', () => {
  const documents = [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.join('docs', name)),
  ]
  expect(pictures.toSorted()).toEqual([...new Set(documents.flatMap(shownIn))].toSorted())
})

test('the pictures are at most 2 MB in all', () => {
  const sizes = pictures.map((name) => statSync(path.join(folder, name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2_000_000)
})
