import { expect, test } from 'vitest'

import { API_KEY, fakeClient, jsonResponse } from '../testing/fake-world.ts'
import { findSecrets } from './find-secrets.ts'

const { client } = fakeClient(() => jsonResponse({}))

test('a text without a key may go', () => {
  expect(findSecrets(client, 'What is an API key?')).toEqual([])
})

test('the key of the connection is named, and taken out', () => {
  const [found] = findSecrets(client, `Is ${API_KEY} valid?`)
  expect(found?.message).toContain('the key of the connection Example')
  expect(found?.without).not.toContain(API_KEY)
})

test('another key is named by its first characters alone', () => {
  const other = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789'
  const [found] = findSecrets(client, `Use ${other}`)
  expect(found?.message).toContain('sk-pro')
  expect(found?.message).not.toContain(other)
  expect(found?.without).not.toContain(other)
})
