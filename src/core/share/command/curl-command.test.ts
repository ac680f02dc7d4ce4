import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readCommand } from './read-command.ts'

/** What a command would send; undefined where it can't be read. */
function readCurlCommand(text: string) {
  const reading = readCommand(text)
  return reading?.ok ? reading.request : undefined
}

const url = 'https://api.example/api/v1/chat/completions'
const body = '{"model":"m","messages":[]}'

test.each([
  ['clustered short flags', `curl -sX POST ${url}`, { method: 'POST' }],
  ['a cluster that ends in data', `curl -sd '${body}' ${url}`, { method: 'POST', body }],
  ['data with no space', `curl -sSLd'${body}' ${url}`, { method: 'POST', body }],
  ['a format to write', `curl -s -o /dev/null -w '%{http_code}' ${url}`, { method: 'GET' }],
  ['a proxy', `curl -x http://127.0.0.1:8080 -d '${body}' ${url}`, { method: 'POST', body }],
  ['a long proxy', `curl --proxy 127.0.0.1:8080 ${url}`, { method: 'GET' }],
  ['a certificate', `curl --cacert ca.pem --max-time 30 ${url}`, { method: 'GET' }],
  [
    'encoded data',
    `curl ${url} --data-urlencode 'prompt=make it warm & soft'`,
    { method: 'POST', body: 'prompt=make%20it%20warm%20%26%20soft' },
  ],
  [
    'data in the address',
    `curl -G ${url} -d type=text --data-urlencode 'q=a b'`,
    { method: 'GET', url: `${url}?type=text&q=a%20b` },
  ],
  ['a user', `curl -u me:secret ${url}`, { method: 'GET', hasCredentials: true }],
  ['a head', `curl -I ${url}`, { method: 'HEAD' }],
  ['an upload', `curl -T body.json ${url}`, { method: 'PUT', files: ['body.json'] }],
  ['a body in a file', `curl ${url} -d @body.json`, { method: 'POST', files: ['body.json'] }],
  [
    'a form',
    `curl ${url} -F prompt=warm -F 'image=@photo.jpg;type=image/jpeg'`,
    { method: 'POST', form: { prompt: 'warm' }, files: ['photo.jpg'] },
  ],
])('%s leaves method, address and body as curl reads them', (_, command, wanted) => {
  expect(readCurlCommand(command)).toMatchObject({ url, ...wanted })
})

test('every option of curl that takes a value takes it, alone and in a cluster', () => {
  for (const flag of [
    ...'-A -b -c -C -D -e -E -K -m -o -P -Q -r -t -u -U -w -x -y -Y -z'.split(' '),
    '--aws-sigv4',
    '--connect-to',
    '--interface',
    '--limit-rate',
    '--resolve',
    '--retry',
    '--unix-socket',
    '--write-out',
  ]) {
    expect(readCurlCommand(`curl ${flag} value ${url}`), flag).toMatchObject({ url })
    if (flag.length === 2)
      expect(readCurlCommand(`curl -s${flag.slice(1)} value ${url}`), flag).toMatchObject({ url })
  }
})

test('only the first of several requests is read, and the others are counted', () => {
  const further = (count: number) => [expect.objectContaining({ count })]
  expect(readCurlCommand(`curl ${url} --next -d x https://b.example/v1/models`)).toMatchObject({
    method: 'GET',
    url,
    leftOut: further(1),
  })
  expect(
    readCurlCommand(`curl ${url} https://b.example/v1/a https://b.example/v1/b`),
  ).toMatchObject({ url, leftOut: further(2) })
  expect(
    readCurlCommand(`curl '${url}' ;\ncurl 'https://b.example/v1/a' \\\n  -d x`),
  ).toMatchObject({ url, method: 'GET', leftOut: further(1) })
})

test('behavior: words that are no part of a command are no further requests, and show no key', () => {
  const reading = readCurlCommand(
    `curl ${url} -H Authorization: Bearer sk-secret-1234567890 -d '${body}' stray`,
  )
  expect(reading).toMatchObject({ method: 'POST', body })
  expect(reading?.leftOut).toEqual([
    { count: 3, what: 'words (Bearer, sk-sec…, stray)', why: expect.any(String) },
  ])
})

test('whatever follows curl is read or refused, and nothing throws', () => {
  const word = fc.oneof(
    fc.constantFrom('-', '--', '-X', '-sX', '-d', '@-', '--json', '-F', '=', '-G', '--next', url),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      expect(() => readCurlCommand(`curl ${words.join(' ')}`)).not.toThrow()
    }),
    { numRuns: 2_000 },
  )
})
