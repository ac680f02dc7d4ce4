import { expect, test } from 'vitest'

import { readBytes } from './read-bytes.ts'

/** A request as Firefox has it: there `body` does not exist. */
function withoutStream(body?: string): Request {
  const request = new Request('https://api.example/', {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
  })
  Object.defineProperty(request, 'body', { value: undefined })
  return request
}

test('a body is read, and limited, where requests have no stream', async () => {
  const bytes = await readBytes(withoutStream('Hello'), 5)
  expect(new TextDecoder().decode(bytes)).toBe('Hello')
  expect(await readBytes(withoutStream(), 5)).toHaveLength(0)
  await expect(readBytes(withoutStream('Hello!'), 5)).rejects.toMatchObject({ status: 413 })
})
