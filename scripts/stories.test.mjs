// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from './checkout.mjs'
import { readModule } from './module-imports.mjs'

/** The most files from pressing Send to the wire. */
const MAX_TO_THE_WIRE = 18

/** A story as docs/stories.md tells it: its numbered steps, each with the files it names. */
const stories = readFileSync(path.join(root, 'docs/stories.md'), 'utf8')
  .split(/^## /m)
  .filter((section) => section.startsWith('Life of'))
  .map((section) => {
    const [title = '', ...lines] = section.split('\n')
    const steps = lines
      .join('\n')
      .split(/^\d+\. /m)
      .slice(1)
      .map((step) => step.split(/\n\n/)[0] ?? '')
      .map((step) => [...step.matchAll(/`((?:src|contract|service)\/[^`]+\.tsx?)`/g)])
      .map((found) => found.flatMap(([, file]) => file ?? []))
    return { title, steps, files: steps.flat() }
  })

/** @type {Map<string, string[]>} */
const known = new Map()

/** The files of ours that a file imports, lazily or not. @param {string} file */
function importsOf(file) {
  const found = known.get(file)
  if (found !== undefined) return found
  const { imports } = readModule(file, readFileSync(path.join(root, file), 'utf8'))
  const files = imports
    .filter(({ specifier }) => /^\..*\.tsx?$/.test(specifier))
    .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
  known.set(file, files)
  return files
}

/** The program that a file runs in. @param {string} file */
function sideOf(file) {
  return file.startsWith('service/') ? 'service' : 'page'
}

/**
 * Whether one file imports another, with at most two files between them that the story leaves out.
 * @param {string} from @param {string} to @returns {boolean}
 */
function reaches(from, to, between = 2) {
  const imports = importsOf(from)
  return (
    imports.includes(to) || (between > 0 && imports.some((next) => reaches(next, to, between - 1)))
  )
}

it('tells of a chat request, an image edit, a top-up and a tool call', () => {
  expect(stories.map(({ title }) => title)).toEqual([
    'Life of a chat request',
    'Life of an image edit',
    'Life of a top-up',
    'Life of a tool call',
  ])
})

describe.each(stories)('$title', ({ steps, files }) => {
  it('names files that exist, each once', () => {
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
    expect(steps.every((step) => step.length > 0)).toBe(true)
  })

  it('names them in an order in which each is called by one before it, or reads from it', () => {
    const isReached = (/** @type {string} */ file, /** @type {number} */ index) => {
      const before = files.slice(0, index).filter((one) => sideOf(one) === sideOf(file))
      // Nothing before it on its side: the walk begins there, or it has crossed the wire.
      return before.length === 0 || before.some((one) => reaches(one, file) || reaches(file, one))
    }
    expect(files.filter((file, index) => !isReached(file, index))).toEqual([])
  })
})

it(`takes at most ${MAX_TO_THE_WIRE} files from Send to the wire`, () => {
  const files = stories[0]?.files ?? []
  const served = files.findIndex((file) => sideOf(file) === 'service')
  expect(served).toBeGreaterThan(10)
  expect(served).toBeLessThanOrEqual(MAX_TO_THE_WIRE)
})
