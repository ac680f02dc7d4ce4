import { expect, test } from 'vitest'

import { chooseUse, readCases, type CasesTable } from './read-cases.ts'

const usesOf = ({ columns }: CasesTable) =>
  columns.map(({ use, variable }) => (use === 'variable' ? variable : use))
const jsonl = (...rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const user = (content: string) => ({ role: 'user', content })

test('the columns of a CSV become variables and the expected value', () => {
  const table = readCases(
    'country,Spoken in,expected\n"Chad, really",Africa,"N\'Djamena"\nPeru,,Lima\n',
  )
  expect(usesOf(table)).toEqual(['country', 'Spoken_in', 'expected'])
  expect(table.cases).toEqual([
    { variables: { country: 'Chad, really', Spoken_in: 'Africa' }, expected: "N'Djamena" },
    { variables: { country: 'Peru', Spoken_in: '' }, expected: 'Lima' },
  ])
  expect(table.preview).toEqual([
    ['Chad, really', 'Africa', "N'Djamena"],
    ['Peru', '', 'Lima'],
  ])
})

test.each(['expected', 'Expected output', 'expected_output', 'ideal', 'answer', 'Answer'])(
  'a column “%s” has the expected values',
  (name) => {
    expect(usesOf(readCases(`input\t${name}\nhi\thello`))).toEqual(['input', 'expected'])
  },
)

test('a pasted table has tabs, and its quotes count only where they are closed', () => {
  expect(readCases('q\ta\n"hi" he said\tb\n"two\tc').cases).toEqual([
    { variables: { q: '"hi" he said', a: 'b' } },
    { variables: { q: '"two', a: 'c' } },
  ])
  expect(readCases('q\ta\n"two\nlines"\tb').cases).toEqual([
    { variables: { q: 'two\nlines', a: 'b' } },
  ])
})

test('semicolons separate where spreadsheets use them', () => {
  expect(usesOf(readCases('input;ideal\n"a,b;c";d'))).toEqual(['input', 'expected'])
})

test('a list of sentences is one case per line', () => {
  const table = readCases('Who was Ada, and when did she live?\n\nHow many?\n')
  expect(table.hasHeader).toBe(false)
  expect(table.cases.map(({ variables }) => variables['input'])).toEqual([
    'Who was Ada, and when did she live?',
    'How many?',
  ])
})

test('a person says whether the first row has names, and what a column becomes', () => {
  const text = 'red,apple\ngreen,pear'
  expect(readCases(text).cases).toEqual([{ variables: { red: 'green', apple: 'pear' } }])
  const chosen = readCases(text, { hasHeader: false, uses: { 1: 'expected' } })
  expect(chosen.cases[0]).toEqual({ variables: { input: 'red' }, expected: 'apple' })
  const moved = readCases('input,note,expected\na,b,c', { uses: { 0: 'none', 1: 'expected' } })
  expect(moved.cases).toEqual([{ variables: { expected: 'c' }, expected: 'b' }])
})

test('a column that is chosen as the expected value takes the place of the one before', () => {
  const first = chooseUse({ hasHeader: true }, 0, 'expected')
  const second = chooseUse(chooseUse(first, 2, 'none'), 1, 'expected')
  expect(second).toEqual({ hasHeader: true, uses: { 1: 'expected', 2: 'none' } })
  expect(usesOf(readCases('a,b,ideal\n1,2,3', first))).toEqual(['expected', 'b', 'ideal'])
})

test('columns of the same name, or of none, have variables of their own', () => {
  const table = readCases('2nd try,a b,a-b,a_b,,x\n1,2,3,4,5,6', { hasHeader: true })
  expect(usesOf(table)).toEqual(['_2nd_try', 'a_b', 'a-b', 'a_b_2', 'column_5', 'x'])
})

test('JSONL has a case per object, and its messages are those of the API', () => {
  const messages = [{ role: 'system', content: 'Short.' }, user('Hi')]
  const table = readCases(
    `${jsonl({ messages, ideal: 'Hello', n: 3, tags: ['a'] })}\n\n${jsonl({ messages, extra: null })}`,
  )
  expect(usesOf(table)).toEqual(['messages', 'expected', 'n', 'tags', 'extra'])
  expect(table.cases).toEqual([
    { variables: { n: '3', tags: '["a"]', extra: '' }, messages, expected: 'Hello' },
    { variables: { n: '', tags: '', extra: '' }, messages },
  ])
})

test('messages are recognized in any column, with their attachments, and in a JSON array', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }
  const input = [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, image] }]
  const { cases } = readCases(JSON.stringify([{ input, ideal: 'A dot' }]))
  expect(cases).toEqual([{ variables: {}, messages: input, expected: 'A dot' }])
})

test('the closing response of training data is what is expected', () => {
  const response = { role: 'assistant', content: 'Hello' }
  expect(readCases(jsonl({ messages: [user('Hi'), response] })).cases).toEqual([
    { variables: {}, messages: [user('Hi')], expected: 'Hello' },
  ])
})

test.each([
  ['a quote that is not closed', 'a,b\n1,"2', 'Row 2, column 2: the quoted value has no closing'],
  ['a line that is not JSON', '{"a":1}\n{"a":', /^Row 2: invalid JSON\..+\. Put one whole object/],
  ['an array that is not JSON', '[{"a":1},', /^The table: invalid JSON\..+ Correct the array/],
  ['a line without an object', '{"a":1}\n[1]', 'Row 2: expected a JSON object.'],
  [
    'an unknown role',
    jsonl({ messages: [user('Hi')] }, { messages: [{ role: 'bot', content: 'Hi' }] }),
    'Row 2, column “messages”: messages[0].role',
  ],
  ['a value that is too long', `a,b\n1,${'x'.repeat(100_001)}`, 'Row 2, column “b”: 100,001 ch'],
  ['too many rows', 'a\n'.repeat(10_002), '10,001 rows. The limit is 10,000.'],
  ['too many columns', `a${',b'.repeat(50)}\n1`, '51 columns. The limit is 50.'],
  [
    'a name for every value',
    jsonl(...Array.from({ length: 20_000 }, (_, at) => ({ [`n${at}`]: at }))),
    '20,000 columns. The limit is 50.',
  ],
  [
    'too many variables',
    jsonl({ vars: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`n${at}`, 1])) }),
    '51 columns',
  ],
  ['nothing', ' \n', 'No cases found.'],
])('%s is named, with its place or limit', (_, text, message) => {
  expect(() => readCases(text, { hasHeader: text.startsWith('a') })).toThrow(message)
})

test('behavior: 10,000 rows are read', () => {
  const row = (at: number) => `"Capital of ${at}, ""please""","${'note '.repeat(30)}\n",Town ${at}`
  const csv = ['input,note,expected', ...Array.from({ length: 10_000 }, (_, at) => row(at))]
  const objects = Array.from({ length: 10_000 }, (_, at) => ({
    messages: [user(`${at}`)],
    ideal: 'x',
  }))
  for (const text of [csv.join('\n'), jsonl(...objects)])
    expect(readCases(text).cases).toHaveLength(10_000)
})
