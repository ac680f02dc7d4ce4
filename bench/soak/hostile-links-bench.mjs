// @ts-check
/**
 * 5,000 hostile links opened in the built app, in a real browser: e2e/hostile-links.spec.ts at full
 * length, about ten minutes. A part of `npm run bench -- soak`; build first.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'

/** @param {string} report file that takes the figures @returns {boolean} whether all held */
export function hostileLinksBench(report) {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js')
  const { status } = spawnSync(
    process.execPath,
    [cli, 'test', '--workers=1', 'e2e/hostile-links.spec.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { SOAK_LINKS: '5000', ...process.env, SOAK_REPORT: report },
    },
  )
  return status === 0
}
