import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../../../contract/json.ts'
import { type CodeRequest, codeRequest } from './code-request.ts'
import { curlCode } from './curl.ts'
import { javascriptCode } from './javascript.ts'
import { fetchCode, pythonCode } from './request-code.ts'

const base = 'http://127.0.0.1:4310/api/v1'
const languages: [string, (request: CodeRequest) => string][] = [
  ['curl', curlCode],
  ['Python', pythonCode],
  ['JavaScript', javascriptCode],
  ['fetch', fetchCode],
]

function read(
  request: {
    path: string
    method?: string
    body?: JsonValue
    fileNames?: Record<string, string>
    headers?: [string, string][]
  },
  headers: [string, string][] = [],
) {
  return codeRequest({
    connection: { id: 'local', name: 'This machine' },
    request: {
      method: 'POST',
      url: base + request.path,
      bytes: 0,
      headers: [['Authorization', '<redacted 51 chars>']],
      ...request,
    },
    headers,
  })
}

describe('codeRequest', () => {
  it('takes the base address from the exchange', () => {
    expect(read({ path: '/chat/completions' }).baseUrl).toBe(base)
  })

  it('names files by their own name, their type or their place, each once', () => {
    const data = (type: string, fill: string) => `data:${type};base64,${fill.repeat(1400)}`
    const { files, notes } = read({
      path: '/chat/completions',
      body: {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: data('image/jpeg', 'A') } },
              { type: 'image_url', image_url: { url: data('image/jpeg', 'B') } },
              { type: 'image_url', image_url: { url: data('image/jpeg', 'A') } },
              { type: 'input_audio', input_audio: { data: 'C'.repeat(1400), format: 'wav' } },
              {
                type: 'file',
                file: { file_data: data('application/pdf', 'D'), filename: '../-r f$(x).pdf' },
              },
              { type: 'text', text: 'E'.repeat(1400) },
            ],
          },
        ],
      },
    })
    expect([...files.values()].map(({ fileName }) => fileName)).toEqual([
      'image.jpg',
      'image-2.jpg',
      'audio.wav',
      'r-f-x-.pdf',
    ])
    expect(notes[0]).toBe('image.jpg is the attached file (1.1 kB).')
  })

  it('names files as the person did who chose them, in every language', () => {
    const request = read({
      path: '/chat/completions',
      body: {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'input_audio', input_audio: { data: 'C'.repeat(1400), format: 'wav' } },
              {
                type: 'image_url',
                image_url: { url: `data:image/jpeg;base64,${'A'.repeat(1400)}` },
              },
            ],
          },
        ],
      },
      fileNames: {
        'messages.0.content.0.input_audio.data': 'tone.wav',
        'messages.0.content.1.image_url.url': 'my photo.jpg',
      },
    })
    for (const [, code] of languages) {
      expect(code(request)).toContain('tone.wav')
      expect(code(request)).toContain('my-photo.jpg')
      expect(code(request)).not.toMatch(/audio\.wav|image\.jpg/)
    }
  })

  it('saves an answer that is a file', () => {
    const request = read({ path: '/image/edit', body: { image: 'A'.repeat(1400), prompt: 'x' } }, [
      ['Content-Type', 'image/png'],
    ])
    for (const [, code] of languages) expect(code(request)).toContain('answer.png')
  })

  it('tells the procedure of a wallet instead of its signature', () => {
    const request = read({
      path: '/chat/completions',
      body: { model: 'm', messages: [] },
      headers: [['SIGN-IN-WITH-X', '<redacted 600 chars>']],
    })
    for (const code of [curlCode, pythonCode]) {
      expect(code(request)).toContain('VENDOR_SIGN_IN')
      expect(code(request)).toMatch(/one sign-in of a wallet\. It\s[#\s]*works[#\s]*once/)
    }
    for (const code of [javascriptCode, fetchCode])
      expect(code(request)).toContain('createSIWxPayload')
    for (const [, code] of languages) {
      expect(code(request)).not.toContain('VENDOR_API_KEY')
      expect(code(request)).not.toContain('redacted')
    }
  })
})

it('takes the secret headers of a connection from the environment, like its key', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
  const headers: [string, string][] = [['api-key', '<redacted 20 chars>']]
  const request = read({ path: '/chat/completions', body, headers })
  for (const [, code] of languages) {
    expect(code(request)).toContain('VENDOR_HEADER_API_KEY')
    expect(code(request)).toContain('api-key')
    expect(code(request)).not.toContain('redacted')
    expect(code(request)).not.toMatch(/(?<!HEADER_)VENDOR_API_KEY/)
  }
  const withKey = read({
    path: '/chat/completions',
    body,
    headers: [
      ['Authorization', '<redacted 9 chars>'],
      ['HTTP-Referer', 'https://my.app'],
      ...headers,
    ],
  })
  for (const code of [javascriptCode, pythonCode])
    expect(code(withKey)).not.toMatch(/Authorization: null|Omit/)
  for (const [, code] of languages) {
    expect(code(withKey)).toContain('VENDOR_HEADER_API_KEY')
    expect(code(withKey)).toMatch(/VENDOR_API_KEY/)
    expect(code(withKey)).toContain('https://my.app')
  }
})

describe.each(languages)('%s code', (_, code) => {
  it('holds no credential but the name of the environment variable', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Authorization', 'SIGN-IN-WITH-X', 'PAYMENT-SIGNATURE', 'X-Other'),
        fc.uuid(),
        fc.constantFrom('/chat/completions', '/image/edit'),
        (header, secret, path) => {
          const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
          const text = code(read({ path, body, headers: [[header, `Bearer ${secret}`]] }))
          expect(text).not.toContain(secret)
          for (const [, after] of text.matchAll(/Bearer (.*)/g))
            expect(after).toMatch(
              /^(?:\$VENDOR_API_KEY" \\|\$\{process\.env\["VENDOR_API_KEY"\]\}`,)$/,
            )
        },
      ),
    )
  })
})
