import { expect, test } from '../support/fixtures.ts'
import { isWritten, setAlone, settings } from '../support/setting-fields.ts'

// Only a browser draws the editor of JSON; all other fields: src/features/chat/settings/settings-fields.test.tsx.
test('each structure that is written as JSON arrives as it was written, and alone', async ({
  chat,
}) => {
  await chat.chooseModel('sandbox-chat')
  const structures = settings.filter(isWritten)
  expect(structures.length).toBeGreaterThan(0)
  for (const { path } of structures) await test.step(path, () => setAlone(chat, path))
})
