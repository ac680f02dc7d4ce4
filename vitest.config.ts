import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { plainIcons } from './scripts/plain-icons.mjs'
import { reportFile } from './scripts/test-reports.mjs'
import { PAGE_FILES } from './service/testing/conformance/in-page.ts'
import { conformanceReporter } from './service/testing/conformance/reporter.ts'

const APP = 'src/**/*.test.{ts,mjs}'
const TESTS = '{bench,contract,service,scripts}/**/*.test.{ts,mjs}'

/** What takes long: `npm test` runs it, `npm run check` does not. */
const THOROUGH = [
  'contract/chat/read/mutated-chunks.test.ts',
  'contract/limits/failure-log.test.ts',
  'contract/wallet/payment/payment-offer.test.ts',
  'scripts/install/parts.test.mjs',
  'scripts/linear-time/*.test.ts',
  'service/{soak,testing/fuzz}/**/*.test.ts',
  'service/**/{process,several-processes,workers,hosting,full-disk,top-up-kill,chat-fuzz}.test.ts',
  'service/**/{bombs,bombs-over-http,image-edit,image-input,render-edit}.test.ts',
  'service/**/{ai-sdk,bridge,ingress,upstream,upstream-parity,top-up,chain-top-up}.test.ts',
  'service/node/chains/**/*.test.ts',
  'src/ui/markdown/**/{commonmark,markdown-view}.test.ts',
  'src/core/inspector/code/**/{copied-requests,run-code,run-random,run-tests,wallet}.test.ts',
  'src/core/inspector/explain/{cached-beginning,explain-difference}.test.ts',
  'src/core/doctor/planted-faults.test.ts',
  'src/core/client/connection/isolation.test.ts',
  'src/core/evaluate/export/board-handing-on.test.ts',
  'src/core/evaluate/run/run-storm.test.ts',
  'src/core/share/setup.test.ts',
  'src/core/tools/kill-storm.test.ts',
  'src/core/wallet/pocket/{hostile,schedules}.test.ts',
  'src/core/wallet/pocket/funding/money-storm.test.ts',
  'src/features/history/hostile-history.test.ts',
]

/** What bounds the memory and the time of its own process, in which nothing else may run. */
const MEASURED = [
  'contract/wallet/payment/payment-offer.test.ts',
  'scripts/linear-time/*.test.ts',
  'service/app/images/image-input.test.ts',
  'service/node/documents/{bombs,bombs-over-http}.test.ts',
]

/**
 * What the files that share modules can't have: a database of the browser, another module in the place of a module,
 * and a count of timers, which has those of what the files before left behind.
 */
const NEEDS_OWN_MODULES = /fake-indexeddb\/auto|\bvi\.(?:mock|resetModules|getTimerCount)\(/

/** Test files with modules of their own: what {@link NEEDS_OWN_MODULES}, and rooms whose modules have state. */
const FRESH = [
  'src/{app,features,page,ui}/**/*.test.ts',
  ...readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.posix.join('src', file))
    .filter((file) => NEEDS_OWN_MODULES.test(readFileSync(file, 'utf8'))),
]

const SHARE_PROCESS = 'scripts/testing/shared-process-setup.ts'
const FRESH_MODULES = ['scripts/testing/fresh-modules-setup.ts', SHARE_PROCESS]

/** Those that open a page share processes: the modules of the app run anew for each page. */
const PAGES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.tsx'))
  .map((file) => path.posix.join('src', file))
  .filter((file) => readFileSync(file, 'utf8').includes('/testing/open-page.tsx'))

/** A project of tests of components, in happy-dom. */
function components(
  name: string,
  files: Pick<TestProjectInlineConfiguration['test'] & object, 'include' | 'exclude' | 'isolate'>,
): TestProjectInlineConfiguration {
  return {
    extends: true,
    plugins: [plainIcons()],
    oxc: { jsx: { development: false } },
    test: {
      name,
      ...files,
      environment: './scripts/testing/page-environment.ts',
      // React as it is built: quicker, and what people use.
      env: { NODE_ENV: 'production' },
      alias: { '@playwright/test': path.resolve('src/app/testing/dom-expect.ts') },
    },
  }
}

/** How much of the core a run must cover, percent; one that leaves more untested fails. */
const thresholds = { 'src/core/**': { lines: 90 }, 'src/core/client/**': { branches: 95 } }

let isJudged = false

/** Unit and property tests, in Node. What needs a browser is in e2e/. */
export default defineConfig({
  plugins: [
    {
      name: 'conformance',
      // Beside whatever reporters the command line asks for, once for all projects.
      configureVitest: ({ vitest }) => {
        if (!isJudged) vitest.config.reporters.push(conformanceReporter())
        isJudged = true
      },
    },
  ],
  test: {
    environment: 'node',
    setupFiles: ['scripts/testing/unit-setup.ts'],
    // Long enough for a machine that is busy with other things; a fast one does not notice.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    // More than processors: a test waits for timers, threads and other processes a fifth of its time.
    maxWorkers: '150%',
    coverage: {
      include: ['src/core/**/*.ts'],
      exclude: ['src/core/**/testing/**'],
      reporter: ['json-summary'],
      reportsDirectory: reportFile('coverage'),
      thresholds,
    },
    projects: [
      // The app's have names of their own: only they are run with coverage (scripts/test.mjs).
      {
        extends: true,
        test: {
          name: 'quick-app',
          include: [APP],
          exclude: [...THOROUGH, ...FRESH],
          isolate: false,
          setupFiles: [SHARE_PROCESS],
        },
      },
      {
        extends: true,
        test: {
          name: 'quick-app-fresh',
          include: FRESH,
          exclude: THOROUGH,
          isolate: false,
          setupFiles: FRESH_MODULES,
        },
      },
      {
        extends: true,
        test: {
          name: 'quick',
          include: [TESTS],
          exclude: THOROUGH,
          isolate: false,
          setupFiles: [SHARE_PROCESS],
        },
      },
      components('components', { include: PAGES, isolate: false }),
      components('components-alone', { include: ['src/**/*.test.tsx'], exclude: PAGES }),
      // In one group with those in the page, by name: at the end short files are left, so that both cores have work.
      { extends: true, test: { name: 'measured', include: MEASURED, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: THOROUGH,
          exclude: MEASURED,
          isolate: false,
          setupFiles: FRESH_MODULES,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // The tests that prove the API, against the service that runs in the page.
          name: 'page',
          include: [...PAGE_FILES],
          env: { SERVICE_PLATFORM: 'page' },
          isolate: false,
          setupFiles: [SHARE_PROCESS, 'service/testing/conformance/page-setup.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
