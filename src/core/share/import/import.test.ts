import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeSetup } from '../codec.ts'
import { chatOf } from '../testing/share-fixtures.ts'
import { leftOutText } from './import-report.ts'
import { setupFromText } from './setup-from-text.ts'

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

test('commands as people write them are understood, and keys stay out', () => {
  const commands = [
    `curl https://api.example/api/v1/chat/completions -H "Authorization: Bearer sk-secret1234567890abcdef" -d '{"model":"m","messages":[]}'`,
    `$ curl -sS -XPOST \\\n  --url 'https://api.example/v1/chat/completions' \\\n  --header='authorization: Bearer x' --data-raw $'{"model":"m","messages":[]}'`,
    `# a comment\ncurl "https://api.example/v1/chat/completions" --json @- <<'EOF'\n{"model":"m","messages":[]}\nEOF\n`,
  ]
  for (const command of commands) {
    const reading = setupFromText(command)
    expect(reading, command).toMatchObject({ ok: true, setup: { area: 'chat', model: 'm' } })
    expect(JSON.stringify(reading.ok && reading.setup)).not.toMatch(/secret|Bearer|api\.example/)
  }
})

test('other operations become calls of Explore, image edits their form', () => {
  expect(setupFromText('curl "https://api.example/api/v1/models?type=all"')).toMatchObject({
    ok: true,
    setup: { area: 'explore', method: 'GET', path: '/models?type=all' },
  })
  expect(
    setupFromText(
      `curl http://127.0.0.1:4310/api/v1/image/edit -d '{"image":"aGk=","prompt":"warm","quality":"low"}'`,
    ),
  ).toMatchObject({
    ok: true,
    setup: { area: 'image', fields: { prompt: 'warm', quality: 'low' } },
  })
})

test('a link, a saved setup and a JSON body are told apart', () => {
  const shared = chatOf(100)
  expect(setupFromText(`http://127.0.0.1:1/chat${encodeSetup(shared)}`)).toMatchObject({
    ok: true,
    setup: shared,
  })
  expect(setupFromText(JSON.stringify(shared))).toMatchObject({ ok: true, setup: shared })
  expect(setupFromText(JSON.stringify(body))).toMatchObject({ ok: true, setup })
})

test('behavior: what an imported request loses is named, and it can be opened as it was', () => {
  const faulty = { ...body, temperature: '0.7', response_format: 'json' }
  const reading = setupFromText(
    `curl https://api.example/v1/chat/completions -H 'X-Team: red' -H 'Accept: */*' -b session=1 -d '${JSON.stringify({ ...faulty, messages: [] })}'`,
  )
  expect(reading).toMatchObject({
    ok: true,
    headers: [['X-Team', 'red']],
    asItWas: { setup: { area: 'explore', method: 'POST', path: '/chat/completions' } },
  })
  expect(reading.ok && leftOutText(reading)).toEqual([
    "1 credential was left out: this connection's is used.",
    '1 setting was left out: temperature is "0.7", but must be a number.',
    expect.stringContaining('response_format is "json"'),
  ])
  expect(reading.ok && reading.asItWas?.refused).toHaveLength(2)
  expect(JSON.parse((reading.ok && reading.asItWas?.setup.body) || '')).toEqual({
    ...faulty,
    messages: [],
  })
  expect(JSON.stringify(reading.ok && [reading.setup, reading.asItWas])).not.toContain('X-Team')
  expect(setupFromText(JSON.stringify(body))).not.toHaveProperty('asItWas')
})

test('a form becomes the form of its area, and its files are named', () => {
  const form = `-F prompt=warm -F image=@photo.jpg`
  expect(setupFromText(`curl http://127.0.0.1/api/v1/image/edit ${form}`)).toMatchObject({
    ok: true,
    setup: { area: 'image', fields: { prompt: 'warm' } },
    leftOut: [{ count: 1, what: 'file (photo.jpg)' }],
  })
  expect(setupFromText(`curl http://127.0.0.1/api/v1/audio/transcriptions ${form}`)).toMatchObject({
    ok: true,
    setup: { area: 'explore', form: true, body: expect.stringContaining('"prompt": "warm"') },
  })
})

test.each([
  ['https://api.example/v1/models', /no configuration/],
  ['<!doctype html><p>', /HTML or XML/],
  ['Dear all,', /neither JSON nor a command/],
  ['{"model": "m", "messages": [', /incomplete/],
  ['[1, 2]', /JSON array/],
  ['{"hello": 1}', /neither messages/],
])('behavior: %s is said to be what it is, and what can be imported', (text, kind) => {
  const reading = setupFromText(text)
  expect(reading).toMatchObject({ ok: false, message: expect.stringMatching(kind) })
  expect(reading).toMatchObject({ message: expect.stringContaining('Paste a curl command') })
})

test('whatever is pasted is answered', () => {
  const pasted = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string().map((text) => `curl ${text}`),
    fc.string().map((text) => `curl http://a/v1/x -d '${text}`),
  )
  fc.assert(
    fc.property(pasted, (text) => {
      const reading = setupFromText(text)
      expect(reading.ok ? 'a setup' : reading.message).not.toBe('')
    }),
    { numRuns: 3_000 },
  )
})
