// @ts-check
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { splitDirectives } from '../service/app/sandbox/directives.ts'
import { FLAGS, flagList, SETTINGS } from '../service/node/command-line/flags.ts'
import { root } from './checkout.mjs'

const FOLDERS = [
  '.github',
  'bench',
  'contract',
  'docs',
  'e2e',
  'public',
  'scripts',
  'service',
  'src',
  'vendor',
]
/** Made by a build or a test run, so not in a fresh clone. */
const MADE = /^(?:build|dist|dist-package|dist-static|test-results)\//
/** What a server responds with, made as it is asked for. */
const SERVED = new Set(['/config.json', 'openapi.json'])

const files = FOLDERS.filter((folder) => existsSync(path.join(root, folder))).flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
)
const known = new Set([...readdirSync(root), ...FOLDERS, ...files])

/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

const documents = [...known]
  .filter((file) => /^(?:[\w-]+|docs\/.+)\.md$/.test(file))
  .map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return { file, text, code: codeIn(text) }
  })
/** What tells of today. A decision tells of its day: files it names may have moved since. */
const current = documents.filter(({ file }) => !file.startsWith('docs/decisions/'))

/** Code in a document: each line of a block, and what stands in backticks. @param {string} text */
function codeIn(text) {
  const blocks = [...text.matchAll(/^ *```(?!mermaid)\w*\n([\s\S]*?)^ *```/gm)].flatMap(
    ([, code = '']) => code.split('\n').map((line) => line.replace(/\s#\s.*$/, '')),
  )
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
  const spans = [...prose.matchAll(/(`+)(.+?)\1/g)].map(([, , code = '']) => code.trim())
  return [...blocks, ...spans].filter((code) => code !== '')
}

/** The names under which GitHub links to the headings of a document. @param {string} text */
function anchorsOf(text) {
  const headings = [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/^#+ (.+)$/gm)]
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Links to files of ours, by Markdown or HTML. @param {string} text */
function linksIn(text) {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').replaceAll(/(`+).+?\1/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((link) => !/^(?:https?|mailto):/.test(link))
}

/** Whether a file or folder of ours is called so; `*`, `<name>`, `{a,b}` and what follows a last `-` stand for any. @param {string} name */
function exists(name) {
  const plain = name.replace(/\/$/, '').replace(/:\d+$/, '')
  if (plain.endsWith('-')) return files.some((file) => file.startsWith(plain))
  if (!/[*<{]/.test(plain)) return known.has(plain)
  const pattern = plain
    .replaceAll(/[.+()[\]$^]/g, String.raw`\$&`)
    .replaceAll(/\{([^}]+)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll(/\*+|<[^>]+>/g, '[^/]+')
  return files.some((file) => new RegExp(`^${pattern}$`).test(file))
}

/** The files that code names: by a path or a file name alone; a folder ends with a slash. @param {string} code */
function filesIn(code) {
  const words = code
    .split(/[\s"'(),;]+/)
    .filter((word) => !MADE.test(word) && !SERVED.has(word) && !word.includes('…'))
  return words.filter(
    (word) =>
      FOLDERS.some((folder) => word.startsWith(`${folder}/`)) ||
      /^[\w./-]+\.(?:[cm]?[jt]sx?|md|json|css)$/.test(word) ||
      /^(?:[\w-]+\/)+$/.test(word),
  )
}

/** What is wrong in each document, with its name. @param {(document: { file: string, text: string, code: string[] }) => string[]} wrong */
function wrongIn(wrong, among = current) {
  return among.flatMap((one) => wrong(one).map((what) => `${one.file}: ${what}`))
}

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    expect(
      wrongIn(
        ({ file, text }) =>
          linksIn(text).filter((link) => {
            const [target = '', anchor] = link.split('#')
            const to = target === '' ? file : path.posix.join(path.posix.dirname(file), target)
            if (!known.has(to.replace(/\/$/, ''))) return true
            const there = documents.find((one) => one.file === to)
            return anchor !== undefined && !anchorsOf(there?.text ?? '').includes(anchor)
          }),
        documents,
      ),
    ).toEqual([])
  })

  it('are all listed in docs/README.md', () => {
    const index = documents.find(({ file }) => file === 'docs/README.md')
    const listed = linksIn(index?.text ?? '').map((link) => path.posix.join('docs', link))
    const guides = current.map(({ file }) => file).filter((file) => file.startsWith('docs/'))
    expect(guides.filter((file) => file !== 'docs/README.md' && !listed.includes(file))).toEqual([])
  })

  it('name files that exist, by their whole path', () => {
    expect(wrongIn(({ code }) => code.flatMap(filesIn).filter((file) => !exists(file)))).toEqual([])
  })

  it('name commands that exist', () => {
    expect(
      wrongIn(({ code }) =>
        code.filter((line) => {
          const [, name] = /\bnpm (?:run )?([\w:-]+)/.exec(line) ?? []
          return (
            name !== undefined &&
            !['ci', 'install', 'pack', 'version'].includes(name) &&
            !(name in scripts)
          )
        }),
      ),
    ).toEqual([])
  })

  it('name flags of the service that exist', () => {
    expect(
      wrongIn(({ code }) =>
        code
          .filter((line) => /^--|npm start|npm run service|service\/main/.test(line))
          .flatMap((line) => [...line.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)])
          .flatMap(([, name = '']) => (name in FLAGS ? [] : [`--${name}`])),
      ),
    ).toEqual([])
  })

  it('name environment variables that are read', () => {
    const variables = new Set([
      ...flagList().map(({ variable }) => variable),
      ...Object.keys(SETTINGS),
      // In code that the page writes.
      'VENDOR_API_KEY',
      'VENDOR_BASE_URL',
    ])
    expect(
      wrongIn(({ code }) =>
        code
          .flatMap((line) => line.match(/\b(?:VENDOR_[A-Z_]+|[A-Z]+_URL)\b/g) ?? [])
          .filter(
            (name) => !variables.has(name) && !/^VENDOR_UPSTREAM_(?:KEY|HEADERS)_[A-Z]/.test(name),
          ),
      ),
    ).toEqual([])
  })

  it('name directives that the sandbox models know', () => {
    expect(
      wrongIn(({ code }) =>
        code.filter(
          (line) =>
            /^\/[a-z-]+(?: \d+)?(?: \/|$)/.test(line) && splitDirectives(line).rest.startsWith('/'),
        ),
      ),
    ).toEqual([])
  })
})

it('the documents name buttons and screens that exist', () => {
  const sources = [...known]
    .filter((file) => /^(?:src|service)\/.+(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
  /** Whether a string or a text in JSX is the label. @param {string} label */
  const isLabel = (label) =>
    sources.some((source) =>
      new RegExp(`(?:["'\`]|> ?|} |^ *)${label}(?:["'\`<]|$)`, 'm').test(source),
    )
  const wrong = wrongIn(({ text }) =>
    [...text.matchAll(/\b(?:press|open(?: the)?|choose|under)\s+\*\*([^*.]+)\*\*/gi)]
      .map(([, label = '']) => label)
      .filter((label) => !isLabel(label)),
  )
  expect(wrong).toEqual([])
})

describe('the pictures of the documents', () => {
  const pictures = [...known].filter((file) => /^docs\/pictures\/./.test(file))
  const sizeOf = (/** @type {string} */ file) => statSync(path.join(root, file)).size

  it('are shown by a document', () => {
    const shown = new Set(
      documents.flatMap(({ file, text }) =>
        linksIn(text).map((link) => path.posix.join(path.posix.dirname(file), link)),
      ),
    )
    expect(pictures.filter((file) => !shown.has(file))).toEqual([])
  })

  it('are at most 700 kB each and 2 MB in all', () => {
    expect(pictures.filter((file) => sizeOf(file) > 700_000)).toEqual([])
    expect(pictures.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(2_000_000)
  })
})
