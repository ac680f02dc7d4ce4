// @ts-check
/**
 * The packages by when they are wanted. What the first page needs comes first, the rest when somebody
 * asks for it; `npm ci` installs all of them.
 */

/** @typedef {'app' | 'chains' | 'documents'} Part */

/**
 * A package of a lock file, as far as it matters here.
 * @typedef {object} LockedPackage
 * @property {string} [name] where it isn't the one of its place
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */
/** @typedef {{ packages: Record<string, LockedPackage> }} LockFile */

/** What only some parts need, by name of the dependency. Everything else is `app`. */
const LATER = {
  /** The embedded networks and the settling of payments. */
  chains: /^(?:@ethereumjs\/|litesvm$|@x402\/(?:core|evm|svm)$)/,
  /** The parsers of PDF, DOCX, XLSX and XLS. */
  documents: /^(?:@e965\/xlsx|mammoth|unpdf)$/,
  /** What is for tests, checks and benchmarks, or for types alone: comes with all the rest, by `npm ci`. */
  tools:
    /^(?:@ai-sdk\/|@assistant-ui\/|@modelcontextprotocol\/|@playwright\/|@testing-library\/|@types\/|@vitest\/|@x402\/|ai$|axe-core$|commonmark-spec$|fake-indexeddb$|fast-check$|happy-dom$|knip$|lucide-react$|openai$|ox(?:fmt|lint)|playwright$|react-markdown$|remark-gfm$|streamdown$|typescript$|vitest$|ws$)/,
}

/**
 * What some packages name as a dependency, though their modules for browsers carry it inside or do
 * without: a seventh of the files of `app`. A build fails when one of them is imported after all.
 * @type {Record<string, RegExp>}
 */
const UNUSED = { '@solana/web3.js': /^@babel\/runtime$/, 'rpc-websockets': /^@swc\/helpers$/ }

/** What pays from wallets: more than half of the files of `app`. */
const WALLETS = /^(?:@solana\/|viem$|wagmi$)/

/** @param {string} name of a dependency @returns {Part | 'tools'} */
export function partOf(name) {
  if (LATER.chains.test(name)) return 'chains'
  if (LATER.documents.test(name)) return 'documents'
  return LATER.tools.test(name) ? 'tools' : 'app'
}

/** The package of an import: `@scope/name/file.js` → `@scope/name`. @param {string} specifier */
export function packageOf(specifier) {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
}

/**
 * The lock file of one part: its dependencies, all that they need, and nothing else.
 * @param {LockFile} lock
 * @param {Part} part
 * @returns {LockFile}
 */
export function lockOfPart(lock, part) {
  // Only the first part has nothing but browsers for them.
  return lockOf(part === 'app' ? withoutUnused(lock) : lock, (name) => partOf(name) === part)
}

/**
 * The lock file of a part as those of its shares, which npm can install side by side: one npm keeps no more
 * than one core busy. The first has the tools that build.
 * @param {LockFile} part
 * @returns {LockFile[]}
 */
export function sharesOf(part) {
  return [false, true]
    .map((isForWallets) => lockOf(part, (name) => WALLETS.test(name) === isForWallets))
    .filter(({ packages }) => Object.keys(packages).length > 1)
}

/**
 * Some dependencies of a lock file, with all that they need.
 * @param {LockFile} lock
 * @param {(name: string) => boolean} isWanted
 * @returns {LockFile}
 */
function lockOf(lock, isWanted) {
  const { '': rootPackage = {} } = lock.packages
  const wanted = (/** @type {Record<string, string>} */ all = {}) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)))
  const top = {
    ...rootPackage,
    dependencies: wanted(rootPackage.dependencies),
    devDependencies: wanted(rootPackage.devDependencies),
  }
  const names = closure(lock, Object.keys({ ...top.dependencies, ...top.devDependencies }))
  const kept = Object.entries(lock.packages).filter(([name]) => names.has(name))
  return { ...lock, packages: { '': top, ...Object.fromEntries(kept) } }
}

/** @param {LockFile} lock @returns {LockFile} */
function withoutUnused(lock) {
  const packages = Object.entries(lock.packages).map(([place, locked]) => {
    const unused = UNUSED[nameAt(place)]
    if (!unused) return [place, locked]
    const needs = Object.entries(locked.dependencies ?? {}).filter(([name]) => !unused.test(name))
    return [place, { ...locked, dependencies: Object.fromEntries(needs) }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** The name of a package by its place in node_modules. @param {string} place */
function nameAt(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/**
 * A lock file with the address of each package at a registry that, like most, has all of them at
 * `<name>/-/<name without scope>-<version>.tgz`.
 * @param {LockFile} lock
 * @param {string} registry
 * @returns {LockFile}
 */
export function withAddresses(lock, registry) {
  const base = registry.replace(/\/?$/, '/')
  const packages = Object.entries(lock.packages).map(([place, locked]) => {
    if (!locked.integrity) return [place, locked]
    const name = locked.name ?? nameAt(place)
    const file = `${name.slice(name.indexOf('/') + 1)}-${locked.version}.tgz`
    return [place, { resolved: `${base}${name}/-/${file}`, ...locked }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/**
 * The places of some packages in node_modules, and of all that they need.
 * @param {LockFile} lock
 * @param {string[]} names
 */
function closure({ packages }, names) {
  /** @type {Set<string>} */
  const places = new Set()
  const waiting = names.map((name) => ({ name, from: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = resolve(packages, next.name, next.from)
    if (place === undefined || places.has(place)) continue
    places.add(place)
    const { link, resolved = '' } = packages[place] ?? {}
    // A package of the checkout itself: its place is a link to it.
    const target = link ? resolved : place
    places.add(target)
    for (const name of needsOf(packages[target] ?? {})) waiting.push({ name, from: target })
  }
  return places
}

/** @param {LockedPackage} locked @returns {string[]} */
function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/**
 * Where Node finds a package from another: beside it, or further up.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function resolve(packages, name, from) {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (place in packages) return place
  if (from === '') return undefined
  return resolve(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}
