import { expect, test } from 'vitest'

import { leftOutText } from '../../share/import/import-report.ts'
import { readCases, type CasesTable } from './read-cases.ts'
import { decodeTable } from './table-text.ts'

const usesOf = ({ columns }: CasesTable) =>
  columns.map(({ use, variable }) => (use === 'variable' ? variable : use))
const namesOf = ({ columns }: CasesTable) => columns.map(({ name }) => name)
const jsonl = (...rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n')

test.each([
  [
    '"Question\n(English)",Context,Expected\r\n"What is 2+2?","maths",4\r\n"Capital of Peru?","geo",Lima\r\n',
    ['Question (English)', 'Context', 'Expected'],
  ],
  [
    'Question,"Context\n(optional)",Expected\r\n"What, is 2+2?","maths",4\r\n"Capital of Peru?","geo",Lima\r\n',
    ['Question', 'Context (optional)', 'Expected'],
  ],
])(
  'behavior: a line break in a name keeps the table whole (mholt/PapaParse#252) (%#)',
  (text, names) => {
    const table = readCases(text)
    expect(namesOf(table)).toEqual(names)
    expect(table.cases.map(({ expected }) => expected)).toEqual(['4', 'Lima'])
    expect(usesOf(table)[2]).toBe('expected')
  },
)

test('behavior: names have question marks, brackets, currencies and slashes', () => {
  const table = readCases(
    'Question (EN),Expected answer?,Price in $\r\nWhat is 2+2?,4,1\r\nCapital of Peru?,Lima,2\r\n',
  )
  expect(table.hasHeader).toBe(true)
  expect(usesOf(table)).toEqual(['Question_EN_', 'expected', 'Price_in_'])
  expect(table.cases).toHaveLength(2)
})

test.each([
  ['questions above questions', 'Capital of Peru?,Lima\nCapital of France?,Paris\n', false],
  ['a number among them', 'What is 2+2?,4\nCapital of Peru?,Lima\n', false],
  ['a value that comes again', 'Great film,good\nBad film,bad\nFine film,good\n', false],
  ['sentences above sentences', '"It rained.",sad\n"The sun shone.",glad\n', false],
  ['a question above numbers', 'How many?,Note\n4,a\n5,b\n', true],
  ['words above questions', 'Term 1!,Text\n"What is it?",a\n"Who is it?",b\n', true],
  ['Chinese names', '问题（中文）,答案\n法国的首都？,巴黎\n', true],
])(
  'behavior: whether the first row has names follows from the values: %s',
  (_, text, hasHeader) => {
    expect(readCases(text).hasHeader).toBe(hasHeader)
  },
)

test.each([
  [
    'before a quote',
    'input, expected\r\n"Hello, world", "Hi, there"\r\n"Second one", "Two"\r\n',
    'Hello, world',
    'Hi, there',
  ],
  ['after a quote', 'input,expected\n"Hello" ,Hi\n"B",C\n', 'Hello', 'Hi'],
])(
  'behavior: blanks %s are no part of a value (nickslevine/zebras#34)',
  (_, text, input, expected) => {
    const table = readCases(text)
    expect(table.cases).toHaveLength(2)
    expect(table.cases[0]).toEqual({ variables: { input }, expected })
  },
)

test('behavior: a quote after a blank that closes nothing is an ordinary character', () => {
  expect(
    readCases('input,note\na, "b" or c\n1, 5" pipe\n').cases.map(
      ({ variables }) => variables['note'],
    ),
  ).toEqual([' "b" or c', ' 5" pipe'])
})

test('behavior: a value too many refuses nothing, and its row is named', () => {
  const table = readCases('input,expected\r\nHello,Hi,extra note\r\nB,C,\r\nD,E,f,g\r\n')
  expect(table.cases).toHaveLength(3)
  expect(table.cases[0]).toEqual({ variables: { input: 'Hello' }, expected: 'Hi' })
  expect(leftOutText(table.report)).toEqual([
    '3 values were left out: the first row has 2 columns, rows 2, 4 more. Put values with a delimiter in quotes.',
  ])
  expect(readCases('input,expected\na,b\n').report.leftOut).toEqual([])
})

test.each([
  ['sep=;\r\ninput;expected\r\na,b;c\r\n', ['input', 'expected']],
  ['"sep=|"\ninput|expected\na,b|c\n', ['input', 'expected']],
  ['sep=\t\r\ninput\texpected\r\na,b\tc\r\n', ['input', 'expected']],
  ['\uFEFFinput;expected\na,b;c\n', ['input', 'expected']],
  ['"in, put";expected\na;c\n', ['in_put', 'expected']],
  ['"a ""b"", c";"d; e, f, g";expected\na;c;d\n', ['a_b_c', 'd_e_f_g', 'expected']],
])('behavior: the delimiter is that of the text, whatever is in quotes (%#)', (text, uses) => {
  expect(usesOf(readCases(text))).toEqual(uses)
})

test('behavior: what Excel saves as Unicode text is read', async () => {
  const text = 'input\texpected\r\n"two\nlines, ""quoted"""\tÜ\r\n'
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  expect(readCases(await decodeTable(new Blob([bytes]))).cases).toEqual([
    { variables: { input: 'two\nlines, "quoted"' }, expected: 'Ü' },
  ])
})

test('behavior: the columns of promptfoo are what they mean there, and the rest is counted', () => {
  const table = readCases(
    'question,__expected,__expected2,__description\r\nWhat is 2+2?,equals: 4,contains: 4,maths\r\nPeru?,Lima,,\r\nShort?,llm-rubric: is short,,\r\nRatio?,note: 1:2,,\r\n',
  )
  expect(usesOf(table)).toEqual(['question', 'expected', 'none', 'none'])
  expect(table.cases.map(({ expected }) => expected)).toEqual(['4', 'Lima', undefined, 'note: 1:2'])
  expect(leftOutText(table.report)).toEqual([
    '2 columns (__expected2, __description) were left out: they mean something in promptfoo only.',
    '1 assertion was left out: only equals and contains give an expected value. Add checks for the others.',
  ])
})

test('behavior: the tests of a promptfoo file become cases', () => {
  const table = readCases(
    JSON.stringify(
      {
        prompts: ['{{topic}}'],
        tests: [
          {
            vars: { topic: 'a', tone: 'dry' },
            assert: [{ type: 'is-json' }, { type: 'icontains', value: 'x' }],
          },
          { vars: { topic: 'b' }, assert: [{ type: 'cost', threshold: 1 }] },
        ],
      },
      null,
      2,
    ),
  )
  expect(table.cases).toEqual([
    { variables: { topic: 'a', tone: 'dry' }, expected: 'x' },
    { variables: { topic: 'b', tone: '' } },
  ])
  expect(leftOutText(table.report)).toEqual([
    '1 member was left out: beside the list of cases.',
    '2 assertions were left out: only equals and contains give an expected value. Add checks for the others.',
  ])
})

test('behavior: what Langfuse expects is what is expected', () => {
  const csv = readCases(
    'id,input,expectedOutput,metadata\r\n1,"{""q"":""hi""}","{""a"":""x""}","{}"\r\n',
  )
  expect(usesOf(csv)).toEqual(['id', 'input', 'expected', 'metadata'])
  expect(csv.cases).toEqual([
    { variables: { id: '1', input: '{"q":"hi"}', metadata: '{}' }, expected: '{"a":"x"}' },
  ])
  const api = readCases(JSON.stringify({ data: [{ input: 'hi', expectedOutput: 'x' }] }))
  expect(api.cases).toEqual([{ variables: { input: 'hi' }, expected: 'x' }])
})

test('behavior: examples of LangSmith have their inputs as variables, as JSONL and as CSV', () => {
  const examples = [
    { inputs: { question: 'Hi', tone: 'dry' }, outputs: { answer: 'Hello' } },
    { inputs: { question: 'Bye' }, outputs: { answer: 'Ciao', score: 1 } },
    { inputs: { question: 'So' }, outputs: { message: { role: 'assistant', content: 'So' } } },
  ]
  const cases = [
    { variables: { question: 'Hi', tone: 'dry' }, expected: 'Hello' },
    { variables: { question: 'Bye', tone: '' }, expected: '{"answer":"Ciao","score":1}' },
    { variables: { question: 'So', tone: '' }, expected: 'So' },
  ]
  expect(readCases(jsonl(...examples)).cases).toEqual(cases)
  const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`
  const rows = examples.map(({ inputs, outputs }) => `${quoted(inputs)},${quoted(outputs)}`)
  expect(readCases(['inputs,outputs', ...rows].join('\n')).cases).toEqual(cases)
  const chat = {
    inputs: { messages: [{ role: 'user', content: 'Hi' }] },
    outputs: { answer: 'Yo' },
  }
  expect(readCases(jsonl(chat)).cases).toEqual([
    { variables: {}, messages: chat.inputs.messages, expected: 'Yo' },
  ])
})

test('behavior: of several names the surest one has what is expected', () => {
  // Of Ragas: the answer is the one that was given.
  expect(usesOf(readCases('question,answer,ground_truth\na,b,c\n'))).toEqual([
    'question',
    'answer',
    'expected',
  ])
})

test('behavior: one object over several lines is one case', () => {
  expect(readCases(JSON.stringify({ input: 'a', ideal: 'b' }, null, 2)).cases).toEqual([
    { variables: { input: 'a' }, expected: 'b' },
  ])
})

test('a column named __proto__ is a variable as any other', () => {
  const { cases } = readCases('{"__proto__":"a","b":"c"}')
  expect(cases).toEqual([{ variables: { _proto_: 'a', b: 'c' } }])
})
