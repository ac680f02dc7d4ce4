import { expect, test } from 'vitest'

import { API_KEY, keyConnection } from '../testing/fake-world.ts'
import { findSecrets } from './find-secrets.ts'

const connection = keyConnection()

test('a text without a key may go', () => {
  expect(findSecrets(connection, 'What is an API key?')).toEqual([])
})

test('the key of the connection is named, and taken out', () => {
  const [found] = findSecrets(connection, `Is ${API_KEY} valid?`)
  expect(found?.message).toContain('the key of this connection')
  expect(found?.without).not.toContain(API_KEY)
})

test('another key is named by its first characters alone', () => {
  const other = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789'
  const { credential: _, ...open } = connection
  const [found] = findSecrets(open, `Use ${other}`)
  expect(found?.message).toContain('sk-pro')
  expect(found?.message).not.toContain(other)
  expect(found?.without).not.toContain(other)
})
