// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { checkWords, findTwoNames, validateString, readGlossary } from './check-words.mjs'
import { root } from './checkout.mjs'
import { readVisibleStrings } from './visible-strings.mjs'

/** @param {string} name */
const read = (name) => readFileSync(path.join(root, name), 'utf8')
const glossary = readGlossary(read('docs/words.md'))

/** @param {string} text @param {import('./visible-strings.mjs').Kind} [kind] @param {string} [file] */
const validate = (text, kind = 'text', file = 'src/app/app.tsx') =>
  validateString({ text, kind, file, line: 1 }, glossary)

const samples = read('scripts/check-words.samples.txt').trim().split('\n')

test('every string that people read keeps to docs/words.md', () => {
  expect(checkWords(['src', 'contract', 'service'])).toEqual([])
})

test('refuses every wording that was once replaced', () => {
  expect(samples).toHaveLength(120)
  expect(samples.filter((text) => validate(text).length === 0)).toEqual([])
})

test.for([
  'Retry',
  'Max tokens',
  'Rate limits (last response)',
  'No Ethereum wallet detected. Install a wallet extension, then try again.',
  'Settled on-chain, credit pending',
  'Streams the response as server-sent events as it is generated.',
  'Sign in with your wallet address and chain ID.',
  'Upper bound on tokens generated, including reasoning tokens.',
  'Add a threshold to the household account',
])('lets pass: %s', (text) => {
  expect(validate(text, 'sentence')).toEqual([])
})

test('refuses what is too long for its place', () => {
  expect(validate('x'.repeat(33), 'label')).toEqual(['a label of 33 characters, at most 32'])
  expect(validate('x'.repeat(33), 'heading')).toEqual([])
  expect(validate('x'.repeat(91), 'sentence')).toHaveLength(1)
  expect(validate('x'.repeat(91), 'help')).toEqual([])
  expect(validate('x'.repeat(91), 'sentence', 'service/node/main.ts')).toEqual([])
})

test('refuses a British spelling and says the American one', () => {
  expect(validate('Normalised colours')).toEqual([
    expect.stringContaining('color, behavior'),
    expect.stringContaining('organize, recognize, normalize'),
  ])
})

test('asks nothing of what is not ours', () => {
  expect(validate('The answer is 42.', 'text', 'service/app/sandbox/replies.ts')).toEqual([])
})

test('finds two labels of one field, and one label spelled in two ways', () => {
  const label = { file: 'src/a.tsx', line: 1, kind: /** @type {const} */ ('label') }
  const two = findTwoNames([
    { ...label, text: 'Max tokens', wireName: 'max_tokens' },
    { ...label, text: 'Token limit', wireName: 'max_tokens' },
    { ...label, text: 'Save as a file' },
    { ...label, text: 'Save as file' },
    { ...label, text: 'Image' },
    { ...label, text: 'image' },
  ])
  expect(two).toEqual([
    expect.stringContaining('“Token limit”: two names'),
    expect.stringContaining('“Save as file”: two names'),
  ])
})

/** @param {string} source @returns {string[]} */
const stringsOf = (source) =>
  readVisibleStrings('src/a.tsx', source).map(({ kind, text }) => `${kind}: ${text}`)

test('reads what people read', () => {
  const source = `
    export const advice = { title: 'Rate limit reached', help: 'Wait a moment.', name: 'n' }
    export const words = (n: number) => n > 0 ? \`\${n} requests left\` : 'No requests ' + 'left.'
    export const A = () => (
      <section aria-label="Limits" className="flex items-center">
        <h2>Rate limits</h2>
        <p>
          Up to <b>{max}</b> requests
          per minute.
        </p>
        <Button title="What the API allows per minute" onClick={() => toast('Copied to clipboard')}>
          {isOpen ? 'Close' : 'Open'}
        </Button>
      </section>
    )`
  expect(stringsOf(source)).toEqual([
    'heading: Rate limit reached',
    'help: Wait a moment.',
    'sentence: {…} requests left',
    'sentence: No requests left.',
    'label: Limits',
    'heading: Rate limits',
    'sentence: Up to {…} requests per minute.',
    'sentence: What the API allows per minute',
    'sentence: Copied to clipboard',
    'label: Close',
    'label: Open',
  ])
})

test('leaves alone what only machines read', () => {
  const source = `
    import { b } from './the answer.ts'
    type Kind = 'the answer' | 'an exchange'
    const sql = 'the answer of SQL'
    db.prepare('SELECT answer FROM answers')
    const classes = cx('flex gap-2 hover:bg-red-500', isOn && 'text-sm font-bold')
    const style = { gridTemplateColumns: 'minmax(0, 1fr) auto' }
    if (kind === 'the answer') go({ 'the answer': 1 }['the answer'])
    switch (kind) { case 'the answer': break }
    fetch('https://example.com/the answer'), parse('event Transfer(address indexed from)')
    const names = 'Object Function Array Number String Symbol'
    export const A = () => <p className="the answer" data-kind="an answer" id="the answer" />`
  expect(stringsOf(source)).toEqual([])
})
