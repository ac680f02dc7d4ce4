import { messageText } from '../../../contract/chat/messages.ts'
import { columnLetter } from '../evaluate/board.ts'
import type { CaseSetup } from '../evaluate/export/board-setup.ts'
import type { Difference } from './difference.ts'
import type { EvaluateSetup } from './setup.ts'

/** Everything that a board contains, as it is shown before it is opened. */
export function boardContents(board: EvaluateSetup): Difference[] {
  const { configurations, cases, checks } = board
  const rows: [string, string][] = [
    ['name', board.name],
    ['prompt', board.prompt],
    ...configurations.map(({ model, settings, system }, index): [string, string] => [
      `configuration ${columnLetter(index)}`,
      [model, ...entries(settings), ...(system === undefined ? [] : [system])].join('\n'),
    ]),
    ...checks.map((check, index): [string, string] => [
      `check ${index + 1}`,
      entries({ ...check }).join('\n'),
    ]),
    ...cases.map((row, index): [string, string] => [`case ${index + 1}`, caseText(row)]),
    ['repeats', String(board.repeats)],
  ]
  return rows.map(([field, after]) => ({ field, after, known: true }))
}

function caseText({
  variables,
  messages = [],
  continues,
  expected,
  checks = [],
}: CaseSetup): string {
  return [
    ...entries(variables),
    ...(continues === undefined ? [] : ['continues the case before']),
    ...messages.map((message) => `${message.role}: ${messageText(message)}`),
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...checks.flatMap((check) => entries({ ...check })),
  ].join('\n')
}

function entries(value: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(value).map(
    ([name, member]) => `${name}: ${typeof member === 'string' ? member : JSON.stringify(member)}`,
  )
}
