import { readJson, type JsonObject } from '../../../../contract/json.ts'
import type { StructuredVerdict } from '../../chat/responses/structured/validate-structured.ts'
import type { CheckOutcome } from '../board.ts'
import type { Check, CheckRule } from './check.ts'
import { type CheckSubject, type Finding, expectedBy, failed, NO_EXPECTED } from './finding.ts'
import { passed, quote, undecided } from './finding.ts'
import { checkJsonPath, checkToolCalled, findingOfSchema } from './json-rules.ts'
import { checkWithJudge, type JudgeWorld } from './judge/judge.ts'
import { checkLanguage } from './language/check-language.ts'
import { checkMaxCost, checkTimeToFirstToken } from './measured-rules.ts'
import type { PatternJob, PatternResult } from './pattern.ts'
import { checkContains, checkEquals, checkLength } from './text-rules.ts'

/** What checks need besides the response. Each may reject with an Error whose message a person reads. */
export interface CheckWorld extends JudgeWorld {
  /** Looks for a regular expression in a worker that is ended after a time. */
  findPattern(job: PatternJob): Promise<PatternResult>
  /** Validates JSON by a schema in a worker that is ended after a time. */
  validateJson(text: string, schema: JsonObject): Promise<StructuredVerdict>
  /** Runs a snippet in the sealed worker, which is ended after a time; the result is JSON. */
  runCode(
    code: string,
    args: JsonObject,
  ): Promise<{ ok: true; text: string } | { ok: false; message: string }>
}

/**
 * Applies checks to a response, one after the other, and never rejects: what cannot be applied is
 * `undecided`. `checks` are all that count, those of the board and those of the case.
 * @example
 * const outcomes = await runChecks([...board.checks, ...(row.checks ?? [])], { case: row, response }, world)
 */
export async function runChecks(
  checks: readonly Check[],
  subject: CheckSubject,
  world: CheckWorld,
): Promise<readonly CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  for (const check of checks) {
    // Two judges at once would each have a part of the spend limit that one of them may need.
    // oxlint-disable-next-line no-await-in-loop
    const finding = await applyRule(check, subject, world).catch((error: unknown) =>
      undecided(error instanceof Error ? error.message : String(error)),
    )
    outcomes.push({ checkId: check.id, ...finding })
  }
  return outcomes
}

/**
 * What a whole response is by its checks. Undecided ones don't count; where there is nothing else, it is
 * an `error`: claiming either would be wrong.
 */
export function statusOf(outcomes: readonly CheckOutcome[]): 'passed' | 'failed' | 'error' {
  if (outcomes.some(({ result }) => result === 'failed')) return 'failed'
  const isOpen = outcomes.length > 0 && outcomes.every(({ result }) => result === 'undecided')
  return isOpen ? 'error' : 'passed'
}

async function applyRule(
  rule: CheckRule,
  subject: CheckSubject,
  world: CheckWorld,
): Promise<Finding> {
  const { response } = subject
  const { text } = response
  switch (rule.type) {
    case 'contains':
    case 'not-contains':
      return withExpected(rule, subject, (expected) => checkContains(text, expected, rule))
    case 'equals':
      return withExpected(rule, subject, (expected) => checkEquals(text, expected, rule))
    case 'regex':
      return withExpected(rule, subject, (pattern) =>
        checkPattern({ text, pattern, flags: rule.flags ?? '' }, world),
      )
    case 'json-schema':
      return findingOfSchema(await world.validateJson(text, rule.schema), text)
    case 'json-path':
      return checkJsonPath(subject, rule)
    case 'tool-called':
      return checkToolCalled(response, rule)
    case 'max-cost':
      return checkMaxCost(response, rule.value)
    case 'time-to-first-token':
      return checkTimeToFirstToken(response, rule.value)
    case 'length':
      return checkLength(text, rule)
    case 'language':
      return withExpected(rule, subject, (expected) => checkLanguage(text, expected))
    case 'code':
      return checkCode(rule.code, subject, world)
    case 'judge':
      return checkWithJudge(rule, subject, world)
  }
}

function withExpected(
  { value }: { value?: string },
  { case: asked }: CheckSubject,
  check: (expected: string) => Finding | Promise<Finding>,
): Finding | Promise<Finding> {
  const expected = expectedBy(value, asked)
  return expected === undefined ? undecided(NO_EXPECTED) : check(expected)
}

async function checkPattern(job: PatternJob, world: CheckWorld): Promise<Finding> {
  const result = await world.findPattern(job)
  if (!result.ok) return undecided(result.message)
  return result.found
    ? passed
    : failed(`Expected to match ${quote(job.pattern)}, received ${quote(job.text)}.`)
}

/** The body of a function of `response`, `expected` and `variables` that returns true, or a reason. */
async function checkCode(code: string, subject: CheckSubject, world: CheckWorld): Promise<Finding> {
  const { expected, variables } = subject.case
  const args = { response: subject.response.text, variables: { ...variables } }
  const outcome = await world.runCode(
    `const { response, expected, variables } = args; ${code}`,
    expected === undefined ? args : { ...args, expected },
  )
  if (!outcome.ok) return undecided(outcome.message)
  if (outcome.text === 'true') return passed
  const reason = readJson(outcome.text)
  return failed(
    `The code returned ${typeof reason === 'string' ? quote(reason) : quote(outcome.text)}.`,
  )
}
