import { isProven, type Outcomes } from './judge-statements.ts'
import type { Section, Statement } from './statement.ts'

/** The page that says what the service keeps of the contract, as Markdown. */
export function conformancePage(sections: readonly Section[], outcomes: Outcomes): string {
  const all = sections.flatMap(({ statements }) => statements)
  const proven = all.filter((statement) => isProven(statement, outcomes))
  const tests = new Set(all.flatMap(({ proof }) => proof.map(({ file, title }) => file + title)))
  return [
    '# What the service keeps of the contract',
    '',
    'Every statement of the contract, in our own words, with the tests that prove it. Written by the tests',
    '(`npx vitest run service contract -u`), which fail when one named here is missing, skipped or failing.',
    'The statements are in `service/conformance/statements/`. *Open* marks what the contract does not show:',
    'there the row says what this service does.',
    '',
    `${all.length} statements, ${proven.length} proven, by ${tests.size} tests.`,
    ...sections.flatMap((section) => [
      '',
      `## ${section.title}`,
      '',
      '| Statement | Tests | Result |',
      '| --- | --- | --- |',
      ...section.statements.map((statement) => row(statement, outcomes)),
    ]),
    '',
  ].join('\n')
}

function row(statement: Statement, outcomes: Outcomes): string {
  const { says, proof, isOpen } = statement
  const tests = proof.map(
    ({ file, title }) => `${shortFile(file)} › ${title.replaceAll(' > ', ' › ')}`,
  )
  return `| ${[
    `${isOpen ? '*Open:* ' : ''}${prose(says)}`,
    tests.map(cell).join('<br>'),
    isProven(statement, outcomes) ? 'pass' : '**fail**',
  ].join(' | ')} |`
}

function shortFile(file: string): string {
  return file.replace(/\.test\.(?:ts|mjs)$/, '')
}

/** Our own words may hold code in backticks; only what would end a cell is escaped. */
function prose(text: string): string {
  return text.replaceAll('|', String.raw`\|`)
}

/** Text that stays one cell of a table, and text. */
function cell(text: string): string {
  return text.replaceAll(/[\\|<>*_[\]]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')
}
