import { expect, test } from 'vitest'

import { readCharacters } from './character.ts'

test('characters with a slug and a name are read, others left out', () => {
  const ada = { slug: 'ada', name: 'Ada', description: null, tags: ['x'] }
  expect(readCharacters({ object: 'list', data: [ada, { slug: 1 }, null] })).toEqual([ada])
})

test('an answer that is no list is none', () => {
  expect(readCharacters({ error: 'no' })).toBeUndefined()
  expect(readCharacters('text')).toBeUndefined()
})
