import { countedCharge } from '../../../../contract/money.ts'
import { maxChatCost } from '../../client/queries/max-chat-cost.ts'
import type { JudgeRequest } from '../checks/judge/judge-request.ts'
import type { JudgeReply } from '../checks/judge/judge.ts'
import { failureText } from './cell-response.ts'
import { fateOf } from './fate.ts'
import { judgeChat } from './judge-chat.ts'
import type { Run } from './run.ts'
import type { Reservation } from './spend-reserve.ts'

/**
 * Sends a request of a judge through the pipeline and the limits of the run. `beforeSend` writes the most that
 * it can cost, micro-USD; it isn't sent when that is not stored. Never rejects for what happens to the request.
 */
export async function askJudge(
  run: Run,
  asked: JudgeRequest,
  reservation: Reservation,
  beforeSend: (maxCost: number) => Promise<boolean>,
): Promise<JudgeReply> {
  const { world, pace } = run
  const { client } = world
  const chat = await judgeChat(client, asked)
  if (!chat.ok) return chat
  const { connection, request } = chat
  const maxCost = await maxChatCost(client, connection, request)
  await untilPaced(run)
  if (!(await reservation.hold(maxCost))) {
    const message = 'The judge could exceed the spend limit of this run.'
    run.end({ kind: 'spend-limit', message })
    return { ok: false, message }
  }
  if (isOver(run)) return { ok: false, message: run.reason?.message ?? 'Stopped.' }
  const sent = await run.send({ connection, request, beforeSend: () => beforeSend(maxCost ?? 0) })
  const cost = countedCharge(sent.cost, maxCost)
  reservation.spend(cost, maxCost)
  const costs = cost === undefined ? {} : { cost }
  if (sent.answer.phase === 'finished') {
    pace.succeeded()
    return { ok: true, text: sent.answer.choices[0]?.content ?? '', ...costs }
  }
  const fate = fateOf(sent)
  if (!sent.isUnsent && sent.answer.phase !== 'stopped') pace.failed()
  if (fate.what === 'later') pace.holdUntil(fate.until)
  if (fate.what === 'stop') run.end(fate.reason)
  return { ok: false, message: failureText(sent.answer), ...costs }
}

/** Waits as long as the failures and limits of the run ask for. */
async function untilPaced(run: Run): Promise<void> {
  const { world, pace, halt, kill } = run
  const now = () => world.client.world.clock.now()
  for (let ms = 1; ms > 0 && !isOver(run);) {
    // The cell of the judge is one of the open ones.
    ms = pace.nextAt(run.open - 1) - now()
    const signal = halt.signal.aborted ? kill.signal : halt.signal
    // oxlint-disable-next-line no-await-in-loop
    if (ms > 0) await world.wait(ms, signal)
  }
}

/** Whether nothing may be sent any more. A run that was paused settles what is under way. */
function isOver({ reason, kill }: Run): boolean {
  return reason !== undefined || kill.signal.aborted
}
