// @ts-check
/**
 * How the build lays out what opening /chat loads by itself: in few files, so that they compress
 * together, and the import map of the page, which has a hash for each file, stays short. What comes
 * later stays in files of its own, each with what it needs and no more.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from './checkout.mjs'
import { readModule } from './module-imports.mjs'

/**
 * What is drawn at /chat on a wide screen with nothing pressed; see e2e/shell/first-load.spec.ts. Where a
 * file of it is named in index.html, the shell doesn't import it, so that the two don't import each other.
 */
const FIRST_SCREEN = [
  'src/app/connection/account-chips.tsx',
  'src/app/new-chat-button.tsx',
  'src/features/chat/chat-page.tsx',
]

/** The chunk of what the first screen has beyond the shell. */
export const FIRST_SCREEN_CHUNK = 'chat-screen'

/** What the first response needs beyond that: what sends it, shows it and lists the models. */
const FIRST_RESPONSE = [
  'src/features/chat/sending.ts',
  'src/features/chat/persist-draft.ts',
  'src/core/storage/conversations/conversations.ts',
  'src/features/chat/messages/messages.tsx',
  'src/features/chat/model/model-list.tsx',
  'src/features/chat/starters/start-example.ts',
  'src/core/chat/request/validate-request.ts',
  // Phones draw it, with controls of its own.
  'src/app/tab-bar.tsx',
]

/** What starts the worker before the shell is there, in a page that no service serves. */
const LOADED_EARLY = ['src/app/practice/start-early.ts', 'src/page/practice.ts']

/** The folders of {@link LATER} of which a first response needs a part; the rest of each comes later. */
const OF_A_RESPONSE = new Set(['core', 'controls', 'inspecting', 'conversations', 'chat'])

/**
 * Whether a file has to come together with another, because a first response waits for both.
 * @param {string} file in the built app @param {string} importer
 */
export function isWithFirstResponse(file, importer) {
  const isAtStart = /\/(?:rolldown-runtime|early|shell|chat-screen)-[\w-]{8}\.js$/.test(file)
  return !isAtStart && /\/chat-[\w-]{8}\.js$/.test(importer)
}

/** @typedef {import('vite').Rolldown.CodeSplittingGroup} Group */
/** @typedef {import('vite').Rolldown.ChunkingContext} Context */

/**
 * What comes later, by folder, and by how many parts need a module of it at least: the page has a hash
 * for each file, so many small files become few. What a module imports is needed by as many parts, so
 * `core` imports none of the others. A folder counts for the first that names it. `npm run bench -- bundle` lists what there is.
 * @type {readonly (readonly [name: string, test: (id: string) => boolean, minShareCount: number])[]}
 */
const LATER = [
  // Before the others: who saves no key loads none of it.
  [
    'vault',
    // What only knows how to load it is with those who do.
    within(
      'src/(?:core|core/storage|app)/vault/(?!sealed-credential|vault-fault)',
      'src/page/vault\\.',
    ),
    1,
  ],
  // Who queues nothing, and waits for nothing in a hidden tab, loads none of it.
  [
    'jobs',
    within(
      'src/core/(?:jobs|notices|storage/jobs)',
      'src/features/explore/job-',
      'src/page/(?:jobs|notices)',
      'src/ui/feedback/notify-me',
      'src/features/chat/answer/notify-when-done',
    ),
    1,
  ],
  // Wallets whose keys are the page's own.
  [
    'pocket',
    within(
      'src/core/(?:wallet|storage)/pocket/(?!pocket-fault)',
      'src/features/wallet/pocket/',
      'src/app/connection/pocket-lamp',
      'src/page/wallet/pocket\\.',
    ),
    1,
  ],
  // Who has to sign in to no tool server loads none of it.
  [
    'sign-in',
    within(
      'src/core/mcp/sign-in/(?!callback)',
      'src/features/chat/tool-servers/(?:open-)?sign-in',
      'src/page/tools/renew-token',
    ),
    1,
  ],
  // Who sends no tools loads none of it; what says which go out is with what sends.
  [
    'tools',
    within(
      'src/core/(?:mcp|tool-servers|tools/(?!wire-tools|tool-slots|max-rounds))',
      'src/features/chat/tool-(?:loop|servers/(?!offered-lists))',
      'src/core/storage/connection/saved-tool-servers',
      'src/page/tools/(?!tool-answers)',
    ),
    1,
  ],
  // What both the Wallet page and the page's own wallets pay with.
  [
    'wallet',
    within(
      'src/core/(?:wallet|storage/payments|client/(?:wallet|connection/wallet-config))',
      'src/page/wallet/',
      'contract/wallet/(?:balance|sign-in(?!-challenge))',
      'contract/wallet/payment/payment-offer',
    ),
    4,
  ],
  [
    'core',
    within(
      'src/core/(?!chat/|evaluate/|explore/|failures/(?!fault)|image/|inspector/|mcp/|share/|tool)',
      'src/page/(?!chat|evaluate|explore|image|save-|tools/|workers/)',
      'contract',
      'node_modules/(?:zod|idb|@tanstack)',
    ),
    4,
  ],
  [
    'controls',
    within(
      'src/ui/(?!markdown/(?!visible-bidi)|json-editor|worker-policy|content/(?:qr-code|body-view))',
      'src/media',
      // Too small for files of their own.
      'src/features/failures/task',
      'src/core/(?:format/file-name|inspector/paced-store|inspector/code/code-languages)',
      'contract/json-differences',
      'src/core/client/(?:account/key-balance|queries/rate-limits)',
      'src/core/storage/conversations/draft-lock',
      'src/core/share/(?:difference|import/import-report)',
    ),
    1,
  ],
  [
    'inspecting',
    within(
      'src/(?:features|core)/(?:failures|inspector)',
      'src/page/save-',
      'src/ui/content/(?:body-view|section)',
    ),
    3,
  ],
  [
    'conversations',
    within(
      'src/core/storage/(?:exchanges|conversations/(?!draft-lock))',
      'src/core/history/history-entries',
    ),
    2,
  ],
  ['viem', within('node_modules/viem/_esm'), 2],
  // With the editor, and what is handed on: who only attaches or sets something loads neither.
  [
    'editing',
    within('src/features/chat/(?:settings/request-json|structures/(?:json|structure)-dialog)'),
    1,
  ],
  [
    'setups',
    within('src/features/chat/(?:composer/(?:paste-offer|receive-shared)|presets/|share-target)'),
    1,
  ],
  [
    'chat',
    within(
      'src/(?:features|core|page)/chat(?!/(?:save-case|starters/compare|tool-servers/offered-lists))',
      'src/core/tools/(?:wire-tools|tool-slots|max-rounds)',
      'src/page/workers/(?:snippet|validate)',
      'src/core/client/queries/characters',
      'src/(?:core/storage/settings/(?:presets|tool-answers)|page/tools/tool-answers)',
      'contract/(?:characters|value-shape|models/field-support)',
      'contract/chat/(?:documents-call|request/request-shape)',
    ),
    1,
  ],
  [
    'image',
    within(
      'src/(?:features|page)/image',
      'src/core/image/(?!run/export-runs)',
      'src/app/areas/image-area',
    ),
    1,
  ],
  [
    'evaluate',
    within(
      // What few boards are used with is loaded by a press.
      'src/(?:features|page)/evaluate(?!/(?:save-export|import-cases|cases\\.worker|blind))',
      'src/page/workers/(?:check|pattern)',
      'src/features/chat/(?:save-case|starters/compare)',
      // What boards are as files and links goes with sharing.
      'src/core/evaluate/(?!board\\.|board-edits|checks/check\\.|export/)',
      'src/core/storage/evaluate',
      'src/app/areas/evaluate-area',
    ),
    1,
  ],
  [
    'explore',
    within(
      'src/(?:features|core|page)/explore',
      'src/core/client/(?:operation|queries/openapi)',
      'src/core/storage/settings/explore-draft',
    ),
    1,
  ],
  [
    'sharing',
    within(
      'src/(?:features|core)/share/(?!difference)',
      'src/core/evaluate/(?:board\\.|board-edits|checks/check\\.|export/board-)',
      'src/app/dialogs/(?:sharing|open-imported|read-import)',
      'src/core/inspector/export/read-export',
      'node_modules/fflate',
    ),
    1,
  ],
  [
    'dialogs',
    within(
      // What is shown without a press waits for nothing but itself.
      'src/app/(?!practice/practice-status|service-worker|tab-bar|inspector-part|dialogs/received-part)',
      'src/ui/kbd',
      'src/core/client/connection/base-url',
    ),
    1,
  ],
]

/** Tells whether a file is under one of some folders. @param {string[]} folders as patterns, with slashes */
function within(...folders) {
  const pattern = new RegExp(`/(?:${folders.join('|')})`)
  return (/** @type {string} */ id) => pattern.test(id.replaceAll('\\', '/'))
}

/**
 * The chunks that are put together by hand: the shell, with which every area starts; the rest of the
 * first screen; what later parts share; and the small controls and icons among it.
 * @param {boolean} isStatic whether no service will serve the page
 * @returns {Group[]}
 */
export function chunkGroups(isStatic) {
  const isAtStart = staticImportsOf(['src/main.tsx', ...FIRST_SCREEN])
  const isForResponse = staticImportsOf(FIRST_RESPONSE)
  const isLoadedEarly = staticImportsOf(LOADED_EARLY)
  const chat = path.join(root, 'src/features/chat', path.sep)
  // The shell starts a new chat too.
  const isForShell = staticImportsOf(['src/features/chat/start-new-chat.ts'])
  return [
    {
      debugName: 'loaded early',
      // A file of its own runs when it is there: it is the first of the page's scripts.
      name: (id, context) => (isStatic && isLoadedEarly(id, context) ? 'early' : null),
      includeDependenciesRecursively: false,
      priority: 2,
    },
    {
      debugName: 'first screen',
      // Other areas use of it what is not the chat's own, so that goes with the shell.
      name: (id, context) => {
        if (!isAtStart(id, context)) return null
        const isOfChat = path.normalize(id).startsWith(chat) && !isForShell(id, context)
        return isOfChat ? FIRST_SCREEN_CHUNK : 'shell'
      },
      includeDependenciesRecursively: false,
      priority: 1,
    },
    ...LATER.map(([name, test, minShareCount]) => ({
      debugName: name,
      // A response waits for no editor, settings or presets.
      name: (/** @type {string} */ id, /** @type {Context} */ context) =>
        OF_A_RESPONSE.has(name) && !isForResponse(id, context) ? `${name}-later` : name,
      test,
      minShareCount,
      includeDependenciesRecursively: false,
    })),
  ]
}

/**
 * What the worker of the practice service starts with, in one file: workers have no import map that would
 * name a second one before the first is there.
 * @returns {Group[]}
 */
export function workerGroups() {
  const isForPractice = staticImportsOf(['service/page/practice.worker.ts'])
  return [
    {
      debugName: 'practice',
      // What writes schemas as JSON is for the document of the API.
      name: (id, context) =>
        isForPractice(id, context) && !/\/zod\/.*json-schema/.test(id) ? 'practice' : null,
      includeDependenciesRecursively: false,
    },
  ]
}

/**
 * The .tsx files of what is drawn at /chat on a wide screen with nothing pressed, found without
 * building: the styles are split before the modules are known.
 * @returns {Set<string>} absolute paths
 */
export function firstScreenFiles() {
  const found = new Set(['src/main.tsx', ...FIRST_SCREEN].map((file) => path.join(root, file)))
  // A set can grow while it is walked, so this reaches what the newcomers import too.
  for (const file of found)
    for (const next of valuesImportedBy(file)) found.add(path.resolve(path.dirname(file), next))
  return new Set([...found].filter((file) => file.endsWith('.tsx')))
}

/** Our own modules that a file imports statically, types aside. @param {string} file @returns {string[]} */
function valuesImportedBy(file) {
  if (!/\.tsx?$/.test(file)) return []
  return readModule(file, readFileSync(file, 'utf8'))
    .imports.filter(({ isDynamic, isType }) => !isDynamic && !isType)
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier.startsWith('.'))
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
    // Each worker is a build of its own.
    if (context.getModuleInfo(path.join(root, files[0] ?? '')) === null) return false
    if (found === undefined) {
      found = new Set(files.map((file) => path.join(root, file)))
      // A set can grow while it is walked, so this reaches what the newcomers import too.
      for (const known of found)
        for (const next of context.getModuleInfo(known)?.importedIds ?? []) found.add(next)
    }
    return found.has(id)
  }
}
