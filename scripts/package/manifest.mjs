// @ts-check

/** @typedef {import('../install/parts.mjs').LockFile} LockFile */
/** @typedef {{ name: string, version: string, description: string, license: string, engines: object, dependencies: Record<string, string> }} Manifest */

/**
 * The package.json of the published package: of all dependencies only those with a native part, since
 * everything else is bundled.
 * @param {Manifest} manifest of the checkout
 * @param {LockFile} lock
 */
export function packageManifest(
  { name, version, description, license, engines, dependencies },
  lock,
) {
  const { libsql, sharp } = dependencies
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { [name]: 'scripts/package/bin.mjs' },
    engines,
    keywords: ['openai', 'llm', 'playground', 'inspector', 'x402', 'ollama'],
    dependencies: { libsql, sharp },
    // The Solana test network, for the systems that it runs on.
    optionalDependencies: lock.packages['node_modules/litesvm']?.optionalDependencies ?? {},
  }
}

/**
 * Why a tag can't be released; undefined when it can.
 * @param {string} tag such as v1.2.3
 * @param {string} version of package.json
 * @param {string} changelog
 */
export function releaseProblem(tag, version, changelog) {
  if (tag !== `v${version}`)
    return `The tag is ${tag}, but package.json has version ${version}: npm version sets both.`
  if (!changelog.includes(`\n## [${version}]`))
    return `CHANGELOG.md has no section [${version}]: rename [Unreleased].`
  return undefined
}
