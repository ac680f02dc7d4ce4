import { type Answer, isSettled } from '../../../../contract/chat/answer.ts'
import type { ChatRequest } from '../../../../contract/chat/request/request.ts'
import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import { countedCharge } from '../../../../contract/money.ts'
import { askedOf } from '../../chat/request/request-body.ts'
import type { ChatRun } from '../../client/chat-completion.ts'
import { maxChatCost } from '../../client/queries/models.ts'
import { cellKey, type CellRecord, type CellResponse } from '../board.ts'
import type { JudgeRequest } from '../checks/check-world.ts'
import type { JudgeReply } from '../checks/check-world.ts'
import { outcomesBeside, runChecks } from '../checks/outcomes.ts'
import type { PlannedCell } from './run-plan.ts'
import type { Reservation, Run } from './run.ts'
import { fateOf, judgeChat, type SentChat } from './send-chat.ts'

/** A growing response is stored this often, ms: the most that a tab that goes away can lose. */
const SAVE_EVERY_MS = 500

/**
 * Runs a cell: its record is written before its request is sent, again when the response is there, and again
 * with the outcomes of its checks. Puts it back into the queue when it was not sent, or refused for now.
 */
export async function runCell(
  run: Run,
  planned: PlannedCell,
  reservation: Reservation,
): Promise<void> {
  const { world, plan } = run
  const { cell, hash, maxRequestCost: maxCost, earlier, request } = planned
  if (planned.onlyChecks) {
    if (earlier?.response !== undefined)
      await checkCell(run, planned, { ...earlier, response: earlier.response }, reservation)
    return
  }
  let record: CellRecord = {
    ...cell,
    boardId: plan.boardId,
    runId: plan.runId,
    requestHash: hash,
    status: 'running',
    startedAt: 0,
    ...(maxCost === undefined ? {} : { maxCost }),
  }
  const key = cellKey(cell)
  const sent = await run.send({
    ...planned,
    onRun: (live) => {
      run.state.setState((now) => ({ live: { ...now.live, [key]: live } }))
      saveGrowing(run, live, (answer) => ({ ...record, ...partOf(request, answer) }))
    },
    beforeSend: () => {
      record = { ...record, startedAt: world.client.world.clock.now() }
      return run.save([record])
    },
  })
  run.state.setState(({ live: { [key]: _, ...live } }) => ({ live }))
  if (sent.exchangeId !== undefined && !sent.isUnsent) world.onExchange(sent.exchangeId)
  if (sent.answer.phase !== 'finished') {
    await settleFailure(run, planned, record, sent)
    reservation.spend(sent.cost, maxCost)
    return
  }
  const whole = { ...record, response: responseOf(sent), details: detailsOf(request, sent.answer) }
  // A tab that goes away while checks are applied has what was paid for.
  if (planned.checks.length > 0) await run.save([whole])
  reservation.spend(sent.cost, maxCost)
  await checkCell(run, planned, whole, reservation)
}

/** Stores the text of a response as it comes. What can't be stored now is stored with the whole. */
function saveGrowing(
  { plan, world }: Run,
  { answer }: ChatRun,
  recordOf: (answer: Answer) => CellRecord,
): void {
  const now = () => world.client.world.clock.now()
  let savedAt = now()
  answer.subscribe((state) => {
    const isEmpty = state.choices.length === 0
    if (isEmpty || isSettled(state.phase) || now() - savedAt < SAVE_EVERY_MS) return
    savedAt = now()
    world.storage.saveCells(plan.boardId, [recordOf(state)]).catch(() => undefined)
  })
}

/** Applies checks to a response and writes what they found, beside what others have found. */
async function checkCell(
  run: Run,
  { case: row, checks }: PlannedCell,
  whole: CellRecord & { response: CellResponse },
  reservation: Reservation,
): Promise<void> {
  const { world } = run
  const { error: _, outcomes: earlier = [], ...record } = whole
  const others = outcomesBeside(checks, earlier)
  let judgesCost = 0
  const outcomes = await runChecks(
    checks,
    { case: row, response: whole.response },
    {
      ...world.checkWorkers,
      uuid: () => world.client.world.random.uuid(),
      async judge(request) {
        const reply = await askJudge(run, request, reservation, (maxCost) => {
          const cost = judgesCost + maxCost
          const asked = { checkId: '', result: 'undecided' as const, cost }
          return run.save([{ ...record, status: 'running', outcomes: [...others, asked] }])
        })
        judgesCost += reply.cost ?? 0
        return reply
      },
    },
  )
  await settle(run, { ...record, outcomes: [...others, ...outcomes], status: 'done' })
}

async function settleFailure(
  run: Run,
  planned: PlannedCell,
  record: CellRecord,
  sent: SentChat,
): Promise<void> {
  const fate = fateOf(sent)
  if (sent.isUnsent && sent.answer.phase === 'stopped' && !run.kill.signal.aborted) {
    // It was stopped alone, so it is not sent by itself.
    await settle(run, waitingRecord(run, planned))
    return
  }
  if (fate.what === 'error') {
    const part = partOf(planned.request, sent.answer)
    await settle(run, { ...record, ...part, status: 'error', error: errorOf(sent) })
    return
  }
  if (fate.what === 'later') run.holdUntil(fate.until)
  else if (fate.what === 'crowded' && run.sending > 0) run.fullAt = run.sending
  else run.end(fate.reason)
  run.queue.unshift(planned)
  await run.save([waitingRecord(run, planned)])
}

async function settle(run: Run, record: CellRecord): Promise<void> {
  await run.save([record])
  run.state.setState(({ done }) => ({ done: done + 1 }))
}

/** A cell that is to be sent; what it had before stays until there is something new. */
export function waitingRecord({ plan }: Pick<Run, 'plan'>, planned: PlannedCell): CellRecord {
  const { cell, hash, earlier } = planned
  const before: CellRecord = earlier ?? {
    ...cell,
    boardId: plan.boardId,
    runId: plan.runId,
    requestHash: hash,
    status: 'waiting',
    startedAt: plan.plannedAt,
  }
  const { error: _, partial: __, details, ...record } = before
  return {
    ...record,
    ...(record.response && details && { details }),
    runId: plan.runId,
    status: 'waiting',
  }
}

/**
 * Sends a request of a judge through the pipeline and the limits of the run. `beforeSend` writes the most that
 * it can cost, micro-USD; it isn't sent when that is not stored. Never rejects for what happens to the request.
 */
async function askJudge(
  run: Run,
  asked: JudgeRequest,
  reservation: Reservation,
  beforeSend: (maxCost: number) => Promise<boolean>,
): Promise<JudgeReply> {
  const { client } = run.world
  const chat = await judgeChat(client, asked)
  if (!chat.ok) return chat
  const { connection, request } = chat
  const maxCost = await maxChatCost(client, connection, request)
  await untilPaced(run)
  if (!reservation.hold(maxCost)) {
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
    return { ok: true, text: sent.answer.choices[0]?.content ?? '', ...costs }
  }
  const fate = fateOf(sent)
  if (fate.what === 'later') run.holdUntil(fate.until)
  if (fate.what === 'stop') run.end(fate.reason)
  return { ok: false, message: failureText(sent.answer), ...costs }
}

async function untilPaced(run: Run): Promise<void> {
  const { world, halt, kill } = run
  for (let ms = 1; ms > 0 && !isOver(run);) {
    ms = run.heldUntil - world.client.world.clock.now()
    const signal = halt.signal.aborted ? kill.signal : halt.signal
    if (ms > 0) await world.wait(ms, signal)
  }
}

/** Whether nothing may be sent any more. A run that was paused settles what is under way. */
function isOver({ reason, kill }: Run): boolean {
  return reason !== undefined || kill.signal.aborted
}

function responseOf({ answer, cost, exchangeId }: SentChat): CellResponse {
  const [choice] = answer.choices
  const { usage, timing } = answer
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {}
  return {
    text: choice?.content || choice?.refusal || '',
    toolCalls: (choice?.toolCalls ?? []).map(({ name, arguments: json }) => ({
      name,
      arguments: json,
    })),
    ...(choice?.finishReason === undefined ? {} : { finishReason: choice.finishReason }),
    ...(cost === undefined ? {} : { cost }),
    ...(timing.firstToken === undefined ? {} : { timeToFirstToken: timing.firstToken }),
    ...(timing.end === undefined ? {} : { duration: timing.end }),
    ...(prompt === undefined || completion === undefined ? {} : { usage: { prompt, completion } }),
    ...(exchangeId === undefined ? {} : { exchangeId }),
  }
}

/** The text and the details of a response that is not whole; nothing as long as nothing has come. */
export function partOf(
  request: ChatRequest,
  answer: Answer,
): Pick<CellRecord, 'partial' | 'details'> {
  const [choice] = answer.choices
  if (choice === undefined) return {}
  const partial = choice.content
  return { ...(partial !== '' && { partial }), details: detailsOf(request, answer) }
}

/** What the chat shows of a response besides the text of its first choice, which is stored once. */
export function detailsOf(request: ChatRequest, answer: Answer): CellRecord['details'] & object {
  const choices = answer.choices.slice(0, 1).map((choice) => ({ ...choice, content: '' }))
  return { model: request.model, ...askedOf(request), answer: { ...answer, choices } }
}

/** Why there is no whole response. What was refused is not charged; what was cut off may be. */
function errorOf({ answer, isUnsent, status }: SentChat): NonNullable<CellRecord['error']> {
  const isRefused = status !== undefined && status >= 400
  return { message: failureText(answer), mayBeCharged: !isUnsent && !isRefused }
}

function failureText({ failure }: Pick<Answer, 'failure'>): string {
  if (failure === undefined) return 'Stopped.'
  const { title } = adviceForFailure(failure)
  return `${title}${statusText(failure)}: ${failure.message}`
}

function statusText(failure: Failure): string {
  return 'status' in failure && !adviceForFailure(failure).title.includes(String(failure.status))
    ? ` (${failure.status})`
    : ''
}
