import { isProven, type Outcomes } from './judge-statements.ts'
import type { Proof, Section, Statement } from './statement.ts'

/** The page that lists what the service implements of the API, as Markdown: each statement with its tests folded. */
export function conformancePage(sections: readonly Section[], outcomes: Outcomes): string {
  const all = sections.flatMap(({ statements }) => statements)
  const provenIn = (statements: readonly Statement[]) =>
    statements.filter((statement) => isProven(statement, outcomes)).length
  const tests = new Set(all.flatMap(({ proof }) => proof.map(({ file, title }) => file + title)))
  return [
    '# Conformance',
    '',
    'Every statement of the API reference that the local service implements, and the tests that prove it.',
    'Select a statement to see its tests.',
    '',
    `${all.length} statements, ${provenIn(all)} proven, by ${tests.size} tests.`,
    '',
    ...sections.map(
      ({ title, statements }) =>
        `- [${title}](#${anchor(title)}): ${provenIn(statements)} of ${statements.length} proven`,
    ),
    '',
    '*Open* marks what the API reference leaves unspecified: there the statement describes this service.',
    '',
    'The page is generated from `service/conformance/statements/` by `npx vitest run service contract -u`. A run fails',
    'when a test listed here is missing, skipped or failing.',
    ...sections.flatMap(({ title, statements }) => [
      '',
      `## ${title}`,
      ...statements.flatMap((statement) => ['', ...folded(statement, outcomes)]),
    ]),
    '',
  ].join('\n')
}

function folded(statement: Statement, outcomes: Outcomes): string[] {
  const { says, proof, isOpen } = statement
  const mark = isProven(statement, outcomes) ? '✅' : '❌'
  return [
    `<details><summary>${mark} ${isOpen ? '<em>Open:</em> ' : ''}${html(says)}</summary>`,
    '',
    ...proof.map(testLine),
    '',
    '</details>',
  ]
}

function testLine({ file, title }: Proof): string {
  return `- [${file.split('/').at(-1)}](../${file}): ${markdown(title.replaceAll(' > ', ' › '))}`
}

/** How GitHub names the heading of a section in a link. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}

/** Our own words, with code in backticks, as HTML: in a summary Markdown is not read. */
function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** Text of which Markdown makes nothing else. */
function markdown(text: string): string {
  return text.replaceAll(/[\\`<>*_[\]]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')
}
