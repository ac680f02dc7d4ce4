import { reachScenes } from '../pictures/reach-scenes.mjs'
import { expect, test } from '../support/fixtures.ts'

const { cors, mixed_content, blocked_by_policy } = reachScenes

// What the browser itself refuses. All other scenes: src/features/failures/failure-scenes.test.tsx.
for (const [kind, scene] of Object.entries({ cors, mixed_content, blocked_by_policy }))
  test.describe(() => {
    const { title, step, prepare, words, isAgainstPolicy = false } = scene
    test.use({ isAgainstPolicy })
    test(`without an answer: ${kind} is told apart`, async ({ page, service: { ready } }) => {
      // The others open it over https.
      if (kind === 'cors') await page.goto('/chat')
      const alert = page.getByRole('alert').filter({ hasText: title })
      await prepare({ page, ready })
      await expect(alert).toContainText(words)
      await expect(alert.getByRole('button', { name: step }).first()).toBeVisible()
      await alert.getByText('What was tested').first().click()
      await expect(alert.getByRole('group', { name: 'curl command' })).toBeVisible()
    })
  })
