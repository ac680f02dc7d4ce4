// @ts-check
/**
 * How the build lays out what opening /chat loads by itself: in few files, so that they compress
 * together, and the import map of the page, which has a hash for each file, stays short. What comes
 * later stays in files of its own, each with what it needs and no more.
 */
import path from 'node:path'

import { root } from './checkout.mjs'

/** What is drawn at /chat on a wide screen with nothing pressed; see e2e/shell/first-load.spec.ts. */
const FIRST_SCREEN = [
  'src/app/account-chips.tsx',
  'src/app/new-chat-button.tsx',
  'src/features/chat/chat-page.tsx',
  'src/features/chat/settings/settings-panel.tsx',
]

/** The chunk of what the first screen has beyond the shell. */
export const FIRST_SCREEN_CHUNK = 'chat-screen'

/** @typedef {import('vite').Rolldown.CodeSplittingGroup} Group */
/** @typedef {import('vite').Rolldown.ChunkingContext} Context */

/**
 * What several later parts of the page share, by folder and by how many of them need it at least, so
 * that many small files become few. The bounds are where no part loads much that it does not need:
 * `npm run bench -- bundle` lists what there is.
 * @type {readonly (readonly [name: string, test: RegExp, minShareCount: number])[]}
 */
const SHARED_LATER = [
  ['chat-contract', /[\\/]contract[\\/](?:chat|models)[\\/]/, 5],
  ['contract', /[\\/]contract[\\/]|[\\/]node_modules[\\/]zod[\\/]/, 7],
  [
    'models',
    /[\\/]core[\\/]client[\\/]queries[\\/](?:model|query)|[\\/]node_modules[\\/]@tanstack[\\/]/,
    5,
  ],
  ['chat-calls', /[\\/]core[\\/]client[\\/](?:chat|e2ee|admission|stream)/, 5],
  ['kept', /[\\/]core[\\/]storage[\\/]/, 7],
  ['inspecting', /[\\/]src[\\/]inspector[\\/]/, 3],
  ['chat', /[\\/]src[\\/]features[\\/]chat[\\/]/, 5],
]

/**
 * The chunks that are put together by hand: the shell, with which every area starts; the rest of the
 * first screen; what later parts share; and the small controls and icons among it.
 * @returns {Group[]}
 */
export function chunkGroups() {
  const isAtStart = staticImportsOf(['src/main.tsx', ...FIRST_SCREEN])
  const chat = path.join(root, 'src/features/chat', path.sep)
  return [
    {
      debugName: 'first screen',
      // Other areas use of it what is not the chat's own, so that goes with the shell.
      name: (id, context) => {
        if (!isAtStart(id, context)) return null
        return path.normalize(id).startsWith(chat) ? FIRST_SCREEN_CHUNK : 'shell'
      },
      includeDependenciesRecursively: false,
      priority: 1,
    },
    ...SHARED_LATER.map(([name, test, minShareCount]) => ({
      name,
      test,
      minShareCount,
      includeDependenciesRecursively: false,
    })),
    {
      // Small pieces that several later parts share: one file instead of one each.
      name: 'chat-drafts',
      test: /features[\\/]chat[\\/](?:messages[\\/]editor-store|request-json[\\/]request-drafts|parts[\\/](?:content-part|draft-part|edit-draft|encode-parts|draft-of-file|recognise|part-counts))\.ts$|storage[\\/]conversations[\\/]chat-drafts\.ts$/,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      name: 'controls',
      test: /[\\/]src[\\/]ui[\\/](?:format[\\/])?[^\\/]+$|[\\/]lucide-react[\\/]/,
      minShareCount: 2,
      maxModuleSize: 4000,
      includeDependenciesRecursively: false,
    },
  ]
}

/**
 * Tells whether a module is among what some modules import statically, themselves included.
 * @param {string[]} files from the root of the checkout
 * @returns {(id: string, context: Context) => boolean}
 */
function staticImportsOf(files) {
  /** @type {Set<string> | undefined} */
  let found
  return (id, context) => {
    if (found === undefined) {
      found = new Set(files.map((file) => path.join(root, file)))
      // A set can grow while it is walked, so this reaches what the newcomers import too.
      for (const known of found)
        for (const next of context.getModuleInfo(known)?.importedIds ?? []) found.add(next)
    }
    return found.has(id)
  }
}
