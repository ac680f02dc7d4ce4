// @ts-check
/**
 * Who may import whom: the one-way street of docs/architecture.md as data.
 * A room is a folder; files directly in src/ (main.tsx) are the room "main".
 */

/** @type {Record<string, string[]>} room → rooms it may import, besides itself */
export const mayImport = {
  main: ['app', 'ui', 'contract'],
  app: ['features', 'page', 'core', 'ui', 'contract'],
  features: ['page', 'core', 'media', 'ui', 'contract'],
  page: ['core', 'media', 'ui', 'contract', 'service/page'],
  core: ['contract'],
  // Workers that read and write pictures and files by what the contract says of their bytes.
  media: ['ui', 'contract'],
  ui: [],
  contract: [],
  // The service itself, on web standards alone; what a place to run it in brings is plugged into it.
  'service/app': ['contract'],
  'service/node': ['service/app', 'contract'],
  'service/page': ['service/app', 'contract'],
  // Its tests, and what they need.
  service: ['service/app', 'service/node', 'service/page', 'service/testing', 'contract'],
  // The service in the page is asked as the page asks it.
  'service/testing': ['service/app', 'service/node', 'service/page', 'core', 'contract'],
}

/** The only rooms that may load wallet packages, so that no other route pays for them. */
export const walletRooms = ['src/core/wallet/', 'src/page/wallet/']
export const walletPackages = /^(?:wagmi|viem|@wagmi\/.+|@solana\/.+)(?:\/|$)/

/** What knows no React: of the store library only the part without it. */
export const headlessRooms = ['src/core/', 'contract/']
export const reactPackages =
  /^(?:react|react-dom|zustand|@tanstack\/react-query)(?:$|\/(?!vanilla))/

/** The packages that {@link webRooms} may load: they run wherever web standards do. */
export const webPackages = /^(?:hono|viem|@solana\/kit|@noble\/hashes)(?:\/|$)/
/** The service in the page: the page starts it as a worker and imports nothing of it but that worker's URL. */
export const workerRoom = 'service/page'

/** The rooms of the service that run where Node is not. */
export const webRooms = ['service/app', 'service/page']
/** Globals of Node alone, which they may not use. */
export const nodeGlobals = new Set([
  'Buffer',
  'NodeJS',
  '__dirname',
  '__filename',
  'clearImmediate',
  'global',
  'process',
  'require',
  'setImmediate',
])

/** What runs as soon as it is imported: the app, and the service with the data of whoever runs it. */
export const programs = new Set(['src/main.tsx', 'service/node/main.ts'])

/** The door to the schema library: the one re-export. */
export const schemaDoor = 'contract/zod.ts'

/**
 * The doors of the contract to the packages it needs: nothing else of it imports a package.
 * @type {Record<string, string[]>} file → packages
 */
export const contractDoors = {
  [schemaDoor]: ['zod/mini'],
  'contract/chat/read/event-decoder.ts': ['eventsource-parser'],
  'contract/encoding/base58.ts': ['@scure/base'],
  'contract/encoding/sha256.ts': ['@noble/hashes/sha2.js'],
  'contract/e2ee/secp256k1.ts': ['@noble/curves/secp256k1.js', '@noble/hashes/sha3.js'],
  'contract/e2ee/attestation.ts': ['@noble/hashes/sha2.js'],
}

/**
 * @param {string} file from the root of the checkout, with slashes
 * @returns {string | undefined} nothing for a file outside contract/, src/ and service/
 */
export function roomOf(file) {
  const [top, second, ...rest] = file.split('/')
  if (top === 'service')
    return rest.length > 0 && /^(?:app|node|page|testing)$/.test(second ?? '')
      ? `${top}/${second}`
      : top
  if (top === 'contract') return top
  if (top !== 'src') return undefined
  return rest.length > 0 ? second : 'main'
}

/** @param {string} file @returns {string | undefined} "chat" for src/features/chat/… */
export function featureOf(file) {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1]
}

/** The one feature that others may import: how a failure is shown, and what to press. */
export const sharedFeature = 'failures'

/** @param {string} file */
export function isTest(file) {
  return /\.test\.\w+$|^src\/app\/testing\//.test(file)
}
