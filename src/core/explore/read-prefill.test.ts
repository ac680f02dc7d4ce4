import { expect, it } from 'vitest'

import { readPrefill } from './read-prefill.ts'

const read = (query: string) => readPrefill(new URLSearchParams(query))

it('a short link fills in method, path and body', () => {
  expect(read('method=post&path=/chat/completions&body={}')).toEqual({
    method: 'POST',
    path: '/chat/completions',
    bodyAs: 'json',
    accept: '',
    body: '{}',
  })
  expect(read('path=/models?type=text')).toMatchObject({ method: 'GET', path: '/models?type=text' })
})

it.each(['path=//attacker.example', 'path=/../../local/faucet', 'method=TRACE&path=/models'])(
  'a short link with %s fills in nothing',
  (query) => expect(read(query)).toEqual(expect.any(String)),
)
