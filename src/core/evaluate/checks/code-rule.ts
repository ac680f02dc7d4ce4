import { readJson } from '../../../../contract/json.ts'
import type { CheckWorld } from './check-world.ts'
import { type CheckSubject, type Finding, failed, passed, quote, undecided } from './finding.ts'

/** Runs the body of a function of `response`, `expected` and `variables` that returns true, or a reason. */
export async function checkCode(
  code: string,
  { case: { expected, variables }, response }: CheckSubject,
  world: CheckWorld,
): Promise<Finding> {
  const args = { response: response.text, variables: { ...variables } }
  const outcome = await world.runCode(
    `const { response, expected, variables } = args; ${code}`,
    expected === undefined ? args : { ...args, expected },
  )
  if (!outcome.ok) return undecided(outcome.message)
  if (outcome.text === 'true') return passed
  const reason = readJson(outcome.text)
  return failed(`The code returned ${quote(typeof reason === 'string' ? reason : outcome.text)}.`)
}
