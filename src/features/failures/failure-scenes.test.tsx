import { describe } from 'vitest'

import { ERROR_CODES, TOP_UP_ERROR_CODES } from '../../../contract/errors/service-error.ts'
import { failureScenes } from '../../../e2e/pictures/failure-scenes.mjs'
import { reachScenes } from '../../../e2e/pictures/reach-scenes.mjs'
import { expect, test } from '../../app/testing/open-page.tsx'

/** Statuses of the contract's table for chat, and those that its codes are published with. */
const STATUSES = [400, 401, 402, 415, 429, 500, 503, 504].concat(
  Object.values({ ...ERROR_CODES, ...TOP_UP_ERROR_CODES }).map(({ status }) => status),
)

describe.each(Object.entries(failureScenes))('%s', (_kind, { title, step, prepare, by }) => {
  test('is a state with a next step', async ({ chat: _, page, service: { ready } }) => {
    const alert = page.getByRole('alert').filter({ hasText: title })
    await prepare({ page, ready })
    await expect(alert).toBeVisible()
    await expect(alert.getByRole('button', { name: step }).first()).toBeVisible()
    await alert.getByText('Details', { exact: true }).click()
    await expect(alert.getByRole('button', { name: 'Download diagnostics' })).toBeVisible()
    if (by === undefined) await expect(alert).toContainText('Request ID')
  })
})

test('no published status is without a state', () => {
  const shown = new Set(Object.values(failureScenes).map(({ title }) => title.slice(0, 3)))
  expect(STATUSES.filter((status) => !shown.has(String(status)))).toEqual([])
})

// CORS, mixed content and the policy are the browser's: e2e/chat/failure-scenes.spec.ts.
const { offline, unreachable, answers_again } = reachScenes

describe.each(Object.entries({ offline, unreachable, answers_again }))(
  'without an answer: %s',
  (kind, scene) => {
    const { title, step, prepare, words } = scene
    test('is told apart', async ({ chat: _, page, service: { ready } }) => {
      const alert = page.getByRole('alert').filter({ hasText: title })
      await prepare({ page, ready })
      await expect(alert).toContainText(words)
      await expect(alert.getByRole('button', { name: step }).first()).toBeVisible()
      if (kind === 'offline') return
      await alert.getByText('What was tested').first().click()
      await expect(alert.getByRole('group', { name: 'curl command' })).toBeVisible()
    })
  },
)
