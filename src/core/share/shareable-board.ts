import { withoutCaseValues } from '../evaluate/export/board-setup.ts'
import type { EvaluateSetup } from './setup.ts'
import { type Shareable, withoutBytes, withoutSecrets } from './shareable.ts'

/** A board to hand on by link: without secrets and attachments' bytes; `values` are those of its cases. */
export function shareableBoard(
  setup: EvaluateSetup,
  choices: { values: boolean },
): Shareable<EvaluateSetup> {
  const chosen = choices.values ? setup : { ...setup, ...withoutCaseValues(setup) }
  const removed: string[] = []
  const cases = chosen.cases.map(({ messages, ...row }, index) =>
    messages === undefined
      ? row
      : {
          ...row,
          messages: messages.map((message) =>
            withoutBytes(
              message,
              (_part, _kind, name) => removed.push(`${name} in case ${index + 1} is not included.`),
              false,
            ),
          ),
        },
  )
  const clean = withoutSecrets({ ...chosen, cases })
  return { setup: clean.setup, removed: [...removed, ...clean.removed] }
}
