import type { JudgeRule } from '../check.ts'
import { type CheckSubject, type Finding, quote, undecided } from '../finding.ts'
import { judgedText, judgeRequest, type JudgeRequest } from './judge-request.ts'
import { type Judgment, readJudgment } from './read-judgment.ts'

/** The whole text of a judge's response, or why there is none. `cost` in micro-USD, as far as it is known. */
export type JudgeReply =
  | { ok: true; text: string; cost?: number }
  | { ok: false; message: string; cost?: number }

/** How a judge is asked. */
export interface JudgeWorld {
  /**
   * Sends a request once, within all limits. Leaves out `response_format` where the model doesn't
   * support it. Never rejects for what happens to the request.
   */
  judge(request: JudgeRequest): Promise<JudgeReply>
  /** A text that nobody can guess. */
  uuid(): string
}

const MAX_VOTES = 9

/**
 * Asks a model for an odd number of votes; more than half of all of them decide. The order of reference
 * and response changes with each vote. A vote that can't be had ends the voting, since whatever stopped
 * it would stop the next; nothing is asked twice.
 */
export async function checkWithJudge(
  rule: JudgeRule,
  subject: CheckSubject,
  world: JudgeWorld,
): Promise<Finding> {
  const problem = judgeProblem(rule)
  if (problem !== undefined) return undecided(problem)
  const votes = oddVotes(rule.votes)
  const judgments: Judgment[] = []
  let unreadable = 0
  let cost: number | undefined
  let refusal: string | undefined
  for (let vote = 0; vote < votes && refusal === undefined; vote += 1) {
    const order = { nonce: world.uuid(), isSwapped: vote % 2 === 1 }
    // One after the other: a judge must not take the streams of the run.
    // oxlint-disable-next-line no-await-in-loop
    const reply = await world.judge(judgeRequest(rule, subject, order))
    if (reply.cost !== undefined) cost = (cost ?? 0) + reply.cost
    if (!reply.ok) refusal = reply.message
    else {
      const judgment = readJudgment(reply.text, judgedText(subject.response))
      if (judgment === undefined) unreadable += 1
      else judgments.push(judgment)
    }
  }
  const finding = findingOfVotes(judgments, votes, refusal ?? unreadableVotes(unreadable))
  return cost === undefined ? finding : { ...finding, cost }
}

/** Why nothing is asked by a rule; undefined where it is complete. */
export function judgeProblem({ model, criteria }: JudgeRule): string | undefined {
  if (model.trim() === '') return 'No model to judge with.'
  return criteria.trim() === '' ? 'No criteria.' : undefined
}

/** The number of votes that a rule means: odd, 1–9, so that there is always a majority. */
export function oddVotes(votes: number): number {
  const whole = Math.min(MAX_VOTES, Math.max(1, Math.floor(votes) || 1))
  return whole % 2 === 1 ? whole : whole - 1
}

function findingOfVotes(judgments: readonly Judgment[], votes: number, problem: string): Finding {
  const passes = judgments.filter(({ pass }) => pass)
  const fails = judgments.filter(({ pass }) => !pass)
  const majority = passes.length > votes / 2 ? passes : fails.length > votes / 2 ? fails : undefined
  if (majority === undefined) {
    const counts = `${passes.length} passed and ${fails.length} failed`
    return undecided(
      `No majority of ${votes} ${votes === 1 ? 'vote' : 'votes'}: ${counts}. ${problem}`.trim(),
    )
  }
  const result = majority === passes ? 'passed' : 'failed'
  const reason = majority.find((judgment) => judgment.reason !== '')?.reason ?? ''
  const agreement = `${majority.length} of ${votes} ${votes === 1 ? 'vote' : 'votes'}: ${result}.`
  return { result, reason: `${agreement} ${reason === '' ? problem : quote(reason)}`.trim() }
}

function unreadableVotes(count: number): string {
  return count === 0 ? '' : `Not a judgment: ${count} ${count === 1 ? 'response' : 'responses'}.`
}
