import { expect, it } from 'vitest'

import { readApiDescription } from '../client/queries/openapi.ts'
import { findOperations } from './find-operations.ts'
import { exampleDocument } from './testing/example-document.ts'

const operations = readApiDescription(exampleDocument)?.operations ?? []
const found = (text: string) =>
  findOperations(operations, text).map(({ tag, operations: some }) => [
    tag,
    ...some.map(({ key }) => key),
  ])

it('lists the operations by tag, and finds them by method, path, tag and summary', () => {
  expect(found('')).toEqual([
    ['Models', 'GET /models'],
    ['Wallet', 'GET /x402/balance/{walletAddress}'],
    ['Images', 'POST /image/edit'],
  ])
  expect(found('post image')).toEqual([['Images', 'POST /image/edit']])
  expect(found('BALANCE of')).toEqual([['Wallet', 'GET /x402/balance/{walletAddress}']])
  expect(found('nothing like it')).toEqual([])
})
