import fc from 'fast-check'
import { expect, test } from 'vitest'

import { shellQuoted } from '../../inspector/code/curl.ts'
import { readCommand } from './read-command.ts'

interface Request {
  url: string
  headers: [string, string][]
  body: string
}

/** A command with the same options in each shell: its quotes, and how its lines go on. */
const command =
  (program: string, quoted: (text: string) => string, newline: string) =>
  ({ url, headers, body }: Request) =>
    [
      `${program} ${quoted(url)}`,
      ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      `--data-raw ${quoted(body)}`,
    ].join(newline)

/** As Chrome quotes for bash. */
function ansiQuoted(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)
    .replace(
      /[^\x20-\x7E]|!/gu,
      (char) => `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
    )
  return `$'${escaped}'`
}

/** As Chrome quotes for cmd, and until 2023 with plain quotes around. */
const chromeQuoted = (mark: string) => (text: string) =>
  mark +
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, '^$&')
    .replace(/%(?=[a-zA-Z0-9_])/g, '%^')
    .replace(/\r?\n|\r/g, '^\n\n') +
  mark

/** As the C library of Windows wants arguments. */
function argumentQuoted(text: string): string {
  return `"${text.replace(/(\\*)("|$)/g, (_, run: string, end: string) => run + run + (end && String.raw`\"`))}"`
}

/** As Chrome quotes for PowerShell. */
function powerShellQuoted(text: string): string {
  const escaped = text
    .replace(/[`$"]/g, '`$&')
    .replace(/[^\x20-\x7E]/g, (char) => `$([char]${char.charCodeAt(0)})`)
  return `"${escaped}"`
}

function invoke({ url, headers, body }: Request): string {
  const table = headers.map((pair) => pair.map(powerShellQuoted).join('=')).join('\n  ')
  return `Invoke-WebRequest -UseBasicParsing -Uri ${powerShellQuoted(url)} \`
-Method "POST" \`
-Headers @{
${table}
} \`
-ContentType "application/json" \`
-Body (${`[System.Text.Encoding]::UTF8.GetBytes(${powerShellQuoted(body)})`})`
}

const spellings = {
  'bash, as Chrome and people': command('curl', shellQuoted, ' \\\n  '),
  'bash, with blanks behind the backslash': command('curl', shellQuoted, ' \\  \n  '),
  "bash, with $'…'": command('$ curl', ansiQuoted, ' \\\n  '),
  'cmd, as Chrome': command('curl', chromeQuoted('^"'), ' ^\r\n  '),
  'cmd, as Chrome until 2023': command('curl', chromeQuoted('"'), ' ^\r\n  '),
  'cmd, as documents': command('curl', argumentQuoted, ' ^\n  '),
  'PowerShell, with curl.exe': command(
    'curl.exe',
    (text) => `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`,
    ' `\n  ',
  ),
  'PowerShell, as Chrome': invoke,
}

const content = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      ...Array.from('\\"\'`$%^&|<>!(){}[];#~ \n\ta0é😀'),
      '\\n',
      '$(x)',
      '%PATH%',
      '^"',
      "''",
    ),
    maxLength: 40,
  }),
)
const request = fc.record({
  url: fc.constantFrom(
    'https://api.example/v1/chat/completions',
    'https://api.example/v1/models?type=text&q=a%20b',
  ),
  headers: fc.array(
    fc.tuple(
      fc.constantFrom('x-team', 'x-trace', 'content-type'),
      fc.stringMatching(/^[!-~]{1,10}$/),
    ),
    { maxLength: 3 },
  ),
  body: fc
    .record({ model: fc.constant('m'), text: content, n: fc.nat() })
    .map((value) =>
      JSON.stringify({ ...value, messages: [{ role: 'user', content: value.text }] }),
    ),
})

test.each(Object.entries(spellings))(
  'any request comes back from its command for %s',
  (name, spelled) => {
    fc.assert(
      fc.property(request, (wanted) => {
        // In quotes of people a caret is theirs, but for a browser's mark; %NAME% is a variable.
        const isAmbiguous =
          name === 'cmd, as documents' && /\^(?:[&%]|\\+")|%\w+%/.test(JSON.stringify(wanted))
        // Before version 7 PowerShell needs a backslash before a quote of an argument.
        const isOfVersion =
          name === 'PowerShell, with curl.exe' &&
          wanted.headers.some(([, value]) => value.includes('\\"'))
        fc.pre(!isAmbiguous && !isOfVersion)
        const found = readCommand(spelled(wanted))
        expect(found).toMatchObject({
          ok: true,
          request: { method: 'POST', ...wanted, leftOut: [] },
        })
      }),
      { numRuns: 400 },
    )
  },
)
