import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { JsonObject, JsonValue } from '../../../../contract/json.ts'
import { anyCharacter } from '../../../../service/testing/fuzz/arbitraries.ts'
import { codeRequest } from '../../inspector/code/code-request.ts'
import { curlCode } from '../../inspector/code/curl.ts'
import { setupFromText } from '../import/setup-from-text.ts'

const body = {
  model: 'sandbox-chat',
  temperature: 0.3,
  messages: [{ role: 'user', content: 'It\'s $5 `now` \\ "quoted"\nsecond line' }],
}
const setup = {
  area: 'chat',
  model: body.model,
  settings: { temperature: 0.3 },
  messages: body.messages,
  attachments: [],
}

/** The curl code that the inspector shows for a request. */
function commandFor(sent: JsonValue): string {
  const path = '/chat/completions'
  const request = {
    method: 'POST',
    url: `http://127.0.0.1:4310/api/v1${path}`,
    path,
    headers: [['Authorization', '<redacted>']] as [string, string][],
    body: sent,
    bytes: 1,
  }
  return curlCode(
    codeRequest({ request, headers: [], connection: { id: 'local', name: 'This machine' } }),
  )
}

test('the curl code of the inspector comes back as the request it was made from', () => {
  expect(setupFromText(commandFor(body))).toMatchObject({ ok: true, setup })
  const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(text, text, (content, user) => {
      const sent: JsonObject = { ...body, user, messages: [{ role: 'user', content }] }
      expect(setupFromText(commandFor(sent))).toMatchObject({
        ok: true,
        setup: { ...setup, settings: { temperature: 0.3, user }, messages: [{ content }] },
      })
    }),
    { numRuns: 500 },
  )
})

test('files that a command reads leave slots', () => {
  const image = {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${'iVBORw0KGgo'.repeat(400)}` },
  }
  const withImage = {
    ...body,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What is `it`?' }, image] }],
  }
  expect(setupFromText(commandFor(withImage))).toMatchObject({
    ok: true,
    setup: {
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What is `it`?' }] }],
      attachments: [{ message: 0, part: 1, kind: 'image_url' }],
    },
  })
})
