import { test } from '../support/fixtures.ts'
import { pressExample } from '../support/press-example.ts'

// What reads a picture; the other examples: src/features/chat/presets/presets.test.tsx.
test('one press on the example "Vision" sends it and shows what was applied', async ({
  chat,
  page,
}) => {
  const sent = { model: 'sandbox-vision', stream: true }
  await pressExample({ chat, page }, 'Vision', sent)
})
