// @ts-check
/**
 * The long tests in a real browser at full length, some twenty-five minutes: 5,000 hostile links opened in
 * the built app, 100 tabs killed while an answer streams, 800 requests of a board through 20 reloads and
 * 10 killed tabs, 20 profiles scanned for a remembered key, 50 updates of an app that is open in two tabs,
 * and 20 opens without a network. A part of `npm run bench -- soak`; build first.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'

const FULL = {
  SOAK_LINKS: '5000',
  SOAK_TAB_KILLS: '100',
  SOAK_BOARD_CASES: '200',
  SOAK_BOARD_RELOADS: '20',
  SOAK_BOARD_KILLS: '10',
  SOAK_PROFILES: '20',
  SOAK_UPDATES: '50',
  SOAK_OFFLINE_OPENS: '20',
}

const SPECS = [
  'e2e/security/hostile-links.spec.ts',
  'e2e/security/vault.spec.ts',
  'e2e/chat/killed-tabs.spec.ts',
  'e2e/evaluate/long-run.spec.ts',
  'e2e/shell/offline.spec.ts',
]

/** @param {string} report file that takes the figures @returns {boolean} whether all held */
export function browserSoakBench(report) {
  const cli = path.join(root, 'node_modules/@playwright/test/cli.js')
  const { status } = spawnSync(process.execPath, [cli, 'test', '--workers=1', ...SPECS], {
    cwd: root,
    stdio: 'inherit',
    env: { ...FULL, ...process.env, SOAK_REPORT: report },
  })
  return status === 0
}
