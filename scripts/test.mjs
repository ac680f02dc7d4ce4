// @ts-check
/**
 * `npm test`, from nothing and to the end: every check, the unit tests, the build, the smoke tests of
 * the app in a browser, then all others.
 */
import { sourceSteps, tool, unitStep } from './check.mjs'
import { runMain } from './plain-failure.mjs'
import { runSteps } from './run-steps.mjs'
import { reportFile, playwrightResults } from './test-reports.mjs'

/** @typedef {import('./run-steps.mjs').Step} Step */

/** The folder of a web server that the end-to-end tests put the static app in. */
const STATIC_BASE = 'playground'

await runMain(() =>
  runSteps([
    [{ name: 'servers', command: ['scripts/servers.mjs'] }],
    [unitStep(), ...sourceSteps],
    [{ name: 'build', command: ['scripts/build.mjs'] }],
    [
      {
        name: 'static build',
        command: ['scripts/build.mjs', '--static', '--base', STATIC_BASE],
        needs: ['build'],
      },
      { name: 'package', command: ['scripts/package/try-package.mjs'], needs: ['build'] },
    ],
    [{ name: 'image', command: ['scripts/image/try-image.mjs'], needs: ['build'] }],
    [{ name: 'browser', command: ['scripts/browser.mjs'] }],
    [endToEnd('smoke', '--grep', '@smoke')],
    [endToEnd('e2e', '--grep-invert', '@smoke')],
  ]),
)

/** @param {string} name @param {string[]} args of Playwright, which tests to run @returns {Step} */
function endToEnd(name, ...args) {
  const report = reportFile(`${name}.json`)
  return {
    name,
    needs: ['build', 'browser'],
    command: [tool('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    results: () => playwrightResults(report),
  }
}
