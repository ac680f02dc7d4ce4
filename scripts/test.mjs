// @ts-check
/**
 * `npm test`, from nothing and to the end: every check, the unit tests, the build, the smoke tests of
 * the app in a browser, then all others.
 */
import { sourceSteps, tool, unitTests } from './check.mjs'
import { runMain } from './plain-failure.mjs'
import { runSteps } from './run-steps.mjs'
import { coverageOf, reportFile, playwrightResults } from './test-reports.mjs'

/** The folder of a web server that the end-to-end tests put the static app in. */
const STATIC_BASE = 'playground'

const endToEndReport = reportFile('e2e.json')

/** The quick tests of the app, and how much of the core they run: no others are slowed down by the count. */
const appTests = {
  ...unitTests('unit tests of the app', '--project', 'quick-app*', '--coverage'),
  remarks: () => {
    const coverage = reportFile('coverage/coverage-summary.json')
    return [
      `${coverageOf(coverage, 'src/core', 'lines')} of the lines of src/core`,
      `${coverageOf(coverage, 'src/core/client', 'branches')} of the branches of src/core/client`,
    ]
  },
}

const build = { name: 'build', command: ['scripts/build.mjs'] }
const staticBuild = {
  name: 'static build',
  command: ['scripts/build.mjs', '--static', '--base', STATIC_BASE],
  needs: ['build'],
}

await runMain(() =>
  runSteps([
    // What is fetched arrives while the processors work.
    [
      appTests,
      { name: 'servers', command: ['scripts/servers.mjs'] },
      { name: 'browser', command: ['scripts/browser.mjs'] },
      ...sourceSteps,
    ],
    [build],
    [
      unitTests('other unit tests', '--project', '!quick-app*'),
      staticBuild,
      { name: 'package', command: ['e2e/package/try-package.mjs'], needs: ['build'] },
      { name: 'image', command: ['e2e/package/try-image.mjs'], needs: ['build'] },
    ],
    [
      {
        name: 'e2e',
        needs: ['build', 'static build', 'browser'],
        command: [tool('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport },
        results: () => playwrightResults(endToEndReport),
      },
    ],
  ]),
)
