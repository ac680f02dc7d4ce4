import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const HASHED = /^(.+)-([\w-]{8})(\.\w+)$/
const BUILD = /-(b\d\d)[\w-]{5}\.\w+$/

/** The build that a file of the app belongs to: `b07`, or `first` as it was built. */
export function buildOfFile(url: string): string {
  return BUILD.exec(url)?.[1] ?? 'first'
}

/**
 * Replaces the static build in a folder by another one: every file with a hash has another name, so that
 * none of them is in two builds.
 */
export function deployBuild(folder: string, number: number): void {
  const assets = path.join(folder, 'assets')
  const files = readdirSync(assets, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(assets, name))
    .filter((file) => HASHED.test(path.basename(file)))
  const build = `b${String(number).padStart(2, '0')}`
  const renamed = (name: string) =>
    name.replace(HASHED, (_, stem, hash, type) => `${stem}-${build}${hash.slice(3)}${type}`)

  const names = files.map((file) => path.basename(file))
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  const hashes = new Map<string, string>()
  for (const file of files) {
    const before = readFileSync(file)
    if (/\.(?:js|css)$/.test(file))
      writeFileSync(file, before.toString().replaceAll(anyName, renamed))
    hashes.set(hashOf(before), hashOf(readFileSync(file)))
    renameSync(file, path.join(path.dirname(file), renamed(path.basename(file))))
  }

  const changed = (text: string) =>
    text
      .replaceAll(anyName, renamed)
      .replaceAll(/sha256-[\w+/]{43}=/g, (hash) => hashes.get(hash) ?? hash)
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const page of pages.filter((name) => name.endsWith('.html'))) {
    const file = path.join(folder, page)
    const before = readFileSync(file, 'utf8')
    const after = changed(before)
    // The policy of the page names the hash of its import map.
    const policy = hashOf(importMap(before))
    writeFileSync(file, after.replaceAll(policy, hashOf(importMap(after))))
  }
  const worker = path.join(folder, 'service-worker.js')
  writeFileSync(worker, changed(readFileSync(worker, 'utf8')))
}

function hashOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

function importMap(html: string): string {
  const text = /<script type="importmap">(.*?)<\/script>/s.exec(html)?.[1]
  if (text === undefined) throw new Error('The page has no import map.')
  return text
}
