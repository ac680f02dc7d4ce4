import { isProven, type Outcomes } from './judge-statements.ts'
import type { Proof, Section, Statement } from './statement.ts'

/** What the same tests say of the service that runs in the page. */
export interface InPage {
  outcomes: Outcomes
  /** Why a test can't pass there; undefined where it has to. */
  whyNot: (proof: Proof) => string | undefined
}

/** Why a statement can't be proven in the page. */
export function whyNotInPage({ proof }: Statement, { whyNot }: InPage): string | undefined {
  return proof.map(whyNot).find((why) => why !== undefined)
}

/** The page that lists what the service implements of the API, as Markdown: each statement with its tests folded. */
export function conformancePage(
  sections: readonly Section[],
  outcomes: Outcomes,
  inPage: InPage,
): string {
  const all = sections.flatMap(({ statements }) => statements)
  const provenIn = (statements: readonly Statement[]) =>
    statements.filter((statement) => isProven(statement, outcomes)).length
  const provenInPage = (statements: readonly Statement[]) =>
    statements.filter((statement) => markInPage(statement, inPage) === '✅').length
  const tests = new Set(all.flatMap(({ proof }) => proof.map(({ file, title }) => file + title)))
  return [
    '# Conformance',
    '',
    'Every statement of the API reference that the local service implements, and the tests that prove it.',
    'Select a statement to see its tests.',
    '',
    `${all.length} statements, ${provenIn(all)} proven, by ${tests.size} tests.`,
    `${provenInPage(all)} of them are proven by the same tests of the service that runs in the page.`,
    '',
    'The first mark of a statement is the local service, the second practice in the page: ✅ proven, ➖ not there.',
    '',
    ...sections.map(
      ({ title, statements }) =>
        `- [${title}](#${anchor(title)}): ${provenIn(statements)} of ${statements.length} proven, ${provenInPage(statements)} in the page`,
    ),
    '',
    '*Open* marks what the API reference leaves unspecified: there the statement describes this service.',
    '',
    'The page is generated from `service/testing/conformance/statements/` by `npx vitest run service contract -u`. A run fails',
    'when a test listed here is missing, skipped or failing.',
    ...sections.flatMap(({ title, statements }) => [
      '',
      `## ${title}`,
      ...statements.flatMap((statement) => ['', ...folded(statement, outcomes, inPage)]),
    ]),
    '',
  ].join('\n')
}

function markInPage(statement: Statement, inPage: InPage): string {
  if (whyNotInPage(statement, inPage) !== undefined) return '➖'
  return isProven(statement, inPage.outcomes) ? '✅' : '❌'
}

function folded(statement: Statement, outcomes: Outcomes, inPage: InPage): string[] {
  const { says, proof, isOpen } = statement
  const mark = isProven(statement, outcomes) ? '✅' : '❌'
  const why = whyNotInPage(statement, inPage)
  return [
    `<details><summary>${mark} ${markInPage(statement, inPage)} ${isOpen ? '<em>Open:</em> ' : ''}${html(says)}</summary>`,
    '',
    ...(why === undefined ? [] : [`Not in the page: ${why}.`, '']),
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
