// @ts-check
/** `npm run check:imports`: every import in contract/, src/ and service/ goes the one way it may. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { findCycles } from './import-cycles.mjs'
import {
  contractDoors,
  featureOf,
  headlessRooms,
  isTest,
  mayImport,
  nodeGlobals,
  programs,
  reactPackages,
  roomOf,
  schemaDoor,
  sharedFeature,
  walletPackages,
  walletRooms,
  webPackages,
  webRooms,
  workerRoom,
} from './import-rules.mjs'
import { findNames, readModule } from './module-imports.mjs'

/** More than this nobody overlooks. */
const MAX_FILES_IN_FOLDER = 20

/**
 * All offences, one line each: `file:line → target (why)`.
 * @param {Map<string, string>} files path from the root of the checkout → source
 * @returns {string[]}
 */
export function checkImports(files) {
  /** @type {string[]} */
  const offences = []
  /** @type {Map<string, Map<string, number>>} file → files it imports → line */
  const graph = new Map()

  for (const [file, source] of files) {
    const { imports, isBarrel } = readModule(file, source)
    if (isBarrel && file !== schemaDoor) {
      offences.push(`${file}:1 → (a barrel: import from the files themselves)`)
    }
    const store = storeOfModule(file, source)
    if (store !== undefined)
      offences.push(`${file}:${store} → (a store of the module: make it in a function)`)
    const room = roomOf(file) ?? ''
    if (webRooms.includes(room) && !isTest(file))
      for (const { name, line } of findNames(file, source, nodeGlobals))
        offences.push(`${file}:${line} → ${name} (${room} runs where Node is not)`)
    /** @type {Map<string, number>} */
    const edges = new Map()
    graph.set(file, edges)
    for (const { specifier, line } of imports) {
      const isOurs = specifier.startsWith('.')
      const target = isOurs ? resolve(file, specifier) : specifier
      const why = isOurs ? offenceOfFile(file, specifier) : offenceOfPackage(file, target)
      if (why) offences.push(`${file}:${line} → ${target} (${why})`)
      if (isOurs) edges.set(target, line)
    }
  }

  for (const [folder, count] of filesByFolder([...files.keys()]))
    if (count > MAX_FILES_IN_FOLDER)
      offences.push(`${folder}/ (${count} files side by side: sort them into rooms)`)
  for (const cycle of findCycles(graph)) {
    const [from = '', to = ''] = cycle
    const line = graph.get(from)?.get(to)
    offences.push(`${from}:${line} → ${to} (a cycle: ${cycle.join(' → ')})`)
  }
  return offences
}

/** @param {string[]} files @returns {Map<string, number>} folder → how many files lie in it */
function filesByFolder(files) {
  const counts = new Map()
  for (const file of files) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

/**
 * Two clients in one page must not share what they know.
 * @param {string} file @param {string} source
 * @returns {number | undefined} the line of a store that is made when the module is loaded
 */
function storeOfModule(file, source) {
  if (!file.startsWith('src/core/') || isTest(file)) return undefined
  const before = /^[^]*?(?=^(?:export )?const \w+[^=\n]*=\s*createStore\b)/m.exec(source)?.[0]
  return before?.split('\n').length
}

/** @param {string} file @param {string} specifier such as "../ui/button.tsx?url" */
function resolve(file, specifier) {
  return path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ''))
}

/** @param {string} file @param {string} specifier @returns {string | undefined} why not */
function offenceOfFile(file, specifier) {
  const target = resolve(file, specifier)
  if (!path.posix.extname(target)) return 'write the file name with its extension'
  if (programs.has(target)) return 'it runs when it is imported'
  const from = roomOf(file)
  const to = roomOf(target)
  if (!from || !(from in mayImport))
    return `${file} is in no room that scripts/import-rules.mjs knows`
  // A test may open the app, answered by the service itself, in the words of the tests in a browser.
  if (isTest(file) && /^(?:service|src\/app\/testing|e2e|scripts)\//.test(target)) return undefined
  if (!to) return 'outside contract/, src/ and service/'

  const feature = featureOf(file)
  const otherFeature = featureOf(target)
  const isShared = otherFeature === undefined || otherFeature === sharedFeature
  if (feature && feature !== otherFeature && !isShared) {
    return `feature ${feature} may not import feature ${otherFeature}`
  }
  if (to === workerRoom && from === 'page' && !specifier.endsWith('?worker&url'))
    return `only as a worker: ${workerRoom} would run in the page's own thread`
  if (from === to || mayImport[from]?.includes(to)) return undefined
  return `${from} may import only ${mayImport[from]?.join(', ') || 'itself'}`
}

/** @param {string} file @param {string} name @returns {string | undefined} why not */
function offenceOfPackage(file, name) {
  const mayLoadWallets =
    !file.startsWith('src/') || walletRooms.some((room) => file.startsWith(room))
  if (walletPackages.test(name) && !mayLoadWallets) {
    return `only ${walletRooms.join(' and ')} may load wallet packages`
  }
  if (reactPackages.test(name) && headlessRooms.some((room) => file.startsWith(room)))
    return `${headlessRooms.join(' and ')} know no React`
  const room = roomOf(file)
  if (isTest(file)) return undefined
  if (webRooms.includes(room ?? '') && !webPackages.test(name))
    return `${room} loads only packages that run where Node is not`
  if (room !== 'contract') return undefined
  if (contractDoors[file]?.includes(name)) return undefined
  return `contract imports packages only through ${Object.keys(contractDoors).join(', ')}`
}

/** @param {string} root the checkout */
function readSources(root) {
  const files = ['contract', 'src', 'service'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  )
  return new Map(files.sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readSources(fileURLToPath(new URL('..', import.meta.url)))
  const offences = checkImports(files)
  for (const offence of offences) console.error(offence)
  console.log(`${files.size} files, ${offences.length} imports that go the wrong way`)
  if (offences.length > 0) process.exitCode = 1
}
