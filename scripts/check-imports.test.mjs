// @ts-check
import { expect, test } from 'vitest'

import { checkImports } from './check-imports.mjs'

/** @param {Record<string, string>} files */
const offencesOf = (files) => checkImports(new Map(Object.entries(files)))

test('lets imports that go the one way pass', () => {
  const offences = offencesOf({
    'src/main.tsx': "import './styles.css'\nimport { App } from './app/app.tsx'\nApp()",
    'src/app/app.tsx': "const chat = () => import('../features/chat/chat.tsx')\nchat()",
    'src/features/chat/chat.tsx':
      "import type { M } from '../../../contract/models.ts'\nimport { B } from '../../ui/button.tsx'\nexport const C = (m: M) => <B>{m.id}</B>",
    'src/features/image/failure.ts':
      "import { f } from '../failures/failure.ts'\nexport const g = f",
    'src/features/failures/failure.ts': 'export const f = 1',
    'src/page/wallet/connect.ts': "import { createConfig } from 'wagmi'\ncreateConfig()",
    'src/page/practice.ts':
      "import url from '../../service/page/practice.worker.ts?worker&url'\nexport const start = () => url",
    'src/ui/controls/button.tsx': "import { useId } from 'react'\nexport const B = useId",
    'contract/zod.ts': "export * as z from 'zod/mini'",
    'contract/models.ts': "import { z } from './zod.ts'\nexport type M = z.Infer",
    'contract/models.test.ts': "import { test } from 'vitest'\ntest('x', () => {})",
    'src/core/client/store.ts':
      "import { createStore } from 'zustand/vanilla'\nexport const make = () => createStore()",
    'src/features/chat/store.ts':
      "import { createStore } from 'zustand/vanilla'\nexport const store = createStore()",
    'src/core/client/client.test.ts':
      "import { app } from '../../../service/app/service.ts'\napp()",
    'service/app/service.ts':
      "import { Hono } from 'hono'\nimport { x } from '../../contract/models.ts'\nexport const app = (place: { Buffer: 1 }) => [new Hono(), x, place.Buffer]",
    'service/node/start.ts':
      "import { join } from 'node:path'\nimport { app } from '../app/service.ts'\napp(join(process.cwd()))",
    'service/app/service.test.ts':
      "import { start } from '../testing/start.ts'\nstart(Buffer.from(''))",
    'service/testing/start.ts':
      "import { s } from '../node/start.ts'\nexport const start = () => s",
  })
  expect(offences).toEqual([])
})

test.for(
  /** @type {[string, string, string][]} */ ([
    ['service/testing/a.ts', '../node/main.ts', 'it runs when it is imported'],
    ['src/features/chat/a.ts', '../image/b.ts', 'feature chat may not import feature image'],
    ['src/features/chat/a.ts', '../../app/b.ts', 'features may import only'],
    ['contract/a.ts', '../src/core/b.ts', 'contract may import only itself'],
    ['contract/a.ts', 'zod/mini', 'contract imports packages only through'],
    ['contract/zod.ts', 'zod', 'contract imports packages only through'],
    ['src/ui/a.tsx', '../../contract/b.ts', 'ui may import only itself'],
    ['src/core/a.ts', '../ui/b.ts', 'core may import only contract'],
    ['src/core/a.ts', '../../service/b.ts', 'core may import only contract'],
    ['src/features/share/a.ts', '../inspector/b.ts', 'feature share may not import'],
    ['src/page/a.ts', '../features/chat/b.ts', 'page may import only'],
    ['src/core/a.ts', 'viem/accounts', 'only src/core/wallet/ and src/page/wallet/ may load'],
    ['src/core/chat/a.ts', 'react', 'src/core/ and contract/ know no React'],
    ['src/core/chat/a.ts', 'zustand', 'know no React'],
    ['src/app/a.ts', '@solana/web3.js', 'may load wallet packages'],
    [
      'service/a.ts',
      '../src/core/b.ts',
      'service may import only service/app, service/node, service/page, service/testing, contract',
    ],
    ['service/app/a.ts', '../node/b.ts', 'service/app may import only contract'],
    ['service/app/a.ts', '../testing/b.ts', 'service/app may import only contract'],
    ['service/app/a.ts', 'node:crypto', 'run where Node is not'],
    ['service/app/a.ts', 'sharp', 'run where Node is not'],
    ['service/page/a.ts', '../node/b.ts', 'service/page may import only service/app, contract'],
    ['service/page/a.ts', 'sharp', 'run where Node is not'],
    ['src/page/a.ts', '../../service/page/b.ts', 'only as a worker'],
    ['src/core/a.ts', '../../service/page/b.worker.ts?worker&url', 'core may import only'],
    ['service/node/a.ts', '../testing/b.ts', 'service/node may import only service/app, contract'],
    ['service/a.ts', '../package.json', 'outside contract/, src/ and service/'],
    ['src/odds/a.ts', '../ui/b.ts', 'is in no room'],
    ['src/ui/a.ts', './b', 'write the file name with its extension'],
  ]),
)('refuses %s → %s', ([file, specifier, why]) => {
  for (const source of [
    `import { b } from '${specifier}'\nb()`,
    `import type { B } from '${specifier}'\nexport const b: B = 1`,
    `const b = () => import('${specifier}')\nb()`,
    `export { b } from '${specifier}'\nexport const c = 1`,
  ]) {
    const [offence, ...more] = offencesOf({ [file]: `\n${source}` })
    expect(more).toEqual([])
    expect(offence).toMatch(`${file}:2 → `)
    expect(offence).toContain(why)
  }
})

test('names a cycle between files by its whole way round', () => {
  const offences = offencesOf({
    'src/ui/a.ts': "import { b } from './b.ts'\nexport const a = b",
    'src/ui/b.ts': "import { c } from './c.ts'\nexport const b = c",
    'src/ui/c.ts': "\nimport { a } from './a.ts'\nexport const c = a",
  })
  expect(offences).toEqual([
    'src/ui/a.ts:1 → src/ui/b.ts (a cycle: src/ui/a.ts → src/ui/b.ts → src/ui/c.ts → src/ui/a.ts)',
  ])
})

test('names a cycle that a module makes by loading what needs it', () => {
  const offences = offencesOf({
    'src/ui/lazy.ts': "export const loadA = () => import('./a.ts')",
    'src/ui/a.ts': "import { loadA } from './lazy.ts'\nexport const a = loadA",
  })
  expect(offences).toHaveLength(1)
  expect(offences[0]).toContain('a cycle')
})

test.for([
  "export * from './a.ts'",
  "export { a } from './a.ts'\nexport type { B } from './a.ts'",
  "import { a } from './a.ts'\nexport { a }",
])('refuses a barrel file: %j', (source) => {
  expect(offencesOf({ 'src/ui/index.ts': source })).toEqual([
    'src/ui/index.ts:1 → (a barrel: import from the files themselves)',
  ])
})

test('refuses a store in src/core that is made when its module is loaded', () => {
  expect(
    offencesOf({
      'src/core/chat/a.ts':
        "import { createStore } from 'zustand/vanilla'\n\nexport const a = createStore<A>(() => ({}))",
    }),
  ).toEqual(['src/core/chat/a.ts:3 → (a store of the module: make it in a function)'])
})

test.for(['Buffer.from(a)', 'process.env', 'setImmediate(a)', '{ id: NodeJS }'])(
  'refuses %s in the service itself',
  (use) => {
    const source = `// A process of its own: Buffer.\nexport const a = () => (${use})`
    const name = /Buffer|process|setImmediate|NodeJS/.exec(use)?.[0]
    expect(offencesOf({ 'service/app/a.ts': source })).toEqual([
      `service/app/a.ts:2 → ${name} (service/app runs where Node is not)`,
    ])
  },
)

test('refuses a folder with more than 20 files side by side', () => {
  const files = Array.from({ length: 21 }, (_, n) => [`src/ui/part-${n}.ts`, ''])
  expect(offencesOf(Object.fromEntries(files))).toEqual([
    'src/ui/ (21 files side by side: sort them into rooms)',
  ])
  expect(offencesOf(Object.fromEntries(files.slice(1)))).toEqual([])
})
