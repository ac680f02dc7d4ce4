import { expect, test } from 'vitest'

import { JSON_LINES_FORMAT } from '../../inspector/export/redacted-exchange.ts'
import { encodeSetup } from '../codec.ts'
import { mayBeRequest } from '../shared-fragment.ts'
import { recognizePaste } from './recognize-paste.ts'

const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const url = 'https://api.example/v1/chat/completions'
const models = 'https://api.example/v1/models'
const key = 'sk-proj-abcdefghij0123456789'
const command = (options: string) => `curl ${url} ${options} -d '${JSON.stringify(body)}'`

const entry = {
  startedDateTime: '2026-01-01T00:00:00Z',
  time: 5,
  request: {
    method: 'POST',
    url,
    headers: [{ name: 'Authorization', value: 'Bearer x1y2z3' }],
    postData: { text: JSON.stringify(body) },
  },
  response: { status: 200, headers: [], content: { text: '{}' } },
}
const har = (count: number) =>
  JSON.stringify({ log: { version: '1.2', entries: Array.from({ length: count }, () => entry) } })

test.each([
  [command(''), 'a curl command'],
  [`$ ${command('-s')}`, 'a curl command'],
  [JSON.stringify(body, null, 2), 'a JSON request body'],
  [`curl.exe ${url} \`\n -d '${JSON.stringify(body)}'`, 'a curl command'],
  [`export KEY=x\ncurl ${url} -d '${JSON.stringify(body)}'`, 'a curl command'],
  [`KEY=x curl ${url} -d '${JSON.stringify(body)}'`, 'a curl command'],
  [`me@host:~$ ${command('')}`, 'a curl command'],
  [`Try:\n\`\`\`sh\n${command('')}\n\`\`\``, 'a curl command'],
  [`\`\`\`json\n${JSON.stringify(body)}\n\`\`\``, 'a JSON request body'],
  [`irm -Uri ${url} -Method Post -Body '${JSON.stringify(body)}'`, 'a PowerShell command'],
  [har(1), 'a saved request'],
  [har(3), 'a HAR with 3 requests'],
  [`\uFEFF${har(1)}`, 'a saved request'],
  [
    har(201),
    'a HAR with 60 requests. 141 of 201 requests were left out: 60 are opened, requests to models first',
  ],
])('behavior: a pasted request is known for what it is (%#)', (text, what) => {
  expect(mayBeRequest(text)).toBe(true)
  expect(recognizePaste(text)).toMatchObject({ text, what })
})

test('behavior: a link of the playground is known', () => {
  const link = `http://127.0.0.1:4173/chat${encodeSetup({
    area: 'chat',
    model: 'm',
    settings: {},
    messages: [],
    attachments: [],
  })}`
  expect(mayBeRequest(link)).toBe(true)
  expect(recognizePaste(link)).toMatchObject({ what: 'a playground link', masked: link })
})

test.each([
  'Explain what curl does, please.',
  'Why does "curl https://a.example" hang?',
  `Why does this fail?\n${command('')}`,
  `What is wrong here?\n\`\`\`py\nprint(1)\n\`\`\``,
  '{"hello": 1}',
  '{ not JSON',
  'curl "never closed',
  `${JSON_LINES_FORMAT}`,
])('a text that is meant for a model is left alone: %s', (text) => {
  expect(recognizePaste(text)).toBeUndefined()
})

test.each([
  ['a bearer token', command(`-H 'Authorization: Bearer ${key}'`), key],
  ['a short bearer token', command(`-H "Authorization: Bearer abc"`), 'Bearer abc'],
  ['a key in a header of its own', command(`-H 'x-api-key: 0123abc'`), '0123abc'],
  ['a cookie', command(`-H 'Cookie: session=42abc'`), '42abc'],
  ['a user and password', command('-u me:hunter2'), 'hunter2'],
  ['a user and password in one word', command('--user=me:hunter2'), 'hunter2'],
  ['a bearer by option', command('--oauth2-bearer hunter2'), 'hunter2'],
  [
    'a bearer for cmd',
    `curl ^"${models}^" -H ^"authorization: Bearer abc^" -d ^"^{^}^"`,
    'Bearer abc',
  ],
  [
    'a key in JSON for cmd',
    `curl ^"${models}^" -d ^"^{^\\^"api_key^\\^":^\\^"hunter2^\\^"^}^"`,
    'hunter2',
  ],
  [
    'a bearer for PowerShell',
    `irm ${models} -Headers @{"authorization"="Bearer abc"}`,
    'Bearer abc',
  ],
  ['a key in a HAR', har(1), 'x1y2z3'],
  ['a key in JSON', JSON.stringify({ ...body, api_key: 'hunter2' }), 'hunter2'],
])('behavior: %s is masked in what would be pasted as text', (_, text, secret) => {
  const found = recognizePaste(text)
  expect(text).toContain(secret)
  expect(found?.masked).toMatch(/<redacted \d+ chars>/)
  expect(found?.masked).not.toContain(secret)
})

test('the key of the connection is masked whatever it looks like', () => {
  const found = recognizePaste(command(`--data-raw 'plainword'`), (text) =>
    text.replaceAll('plainword', '<redacted 9 chars>'),
  )
  expect(found?.masked).not.toContain('plainword')
})

test('a variable in place of a key, and settings about tokens, stay readable', () => {
  const text = command(`-H "Authorization: Bearer $API_KEY" --json '{"max_tokens": 100}'`)
  expect(recognizePaste(text)?.masked).toBe(text)
})
