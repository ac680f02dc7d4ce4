import type { AnswerPhase } from '../../../../contract/chat/answer-phase.ts'
import type { Answer } from '../../../../contract/chat/answer.ts'
import type { Failure } from '../../../../contract/errors/failure.ts'
import { headerValue, type HeaderList } from '../../../../contract/headers/header-list.ts'
import { wireHeaderName } from '../../../../contract/provider-name.ts'
import { closeCall, type OpenCall } from '../http.ts'
import { updateExchange } from './exchange-store.ts'
import type { ExchangeOutcome } from './exchange.ts'

const OUTCOMES: Partial<Record<AnswerPhase, ExchangeOutcome>> = {
  finished: 'done',
  stopped: 'stopped',
  cut: 'cut',
}

/** Records how and when a chat call ended, and when its first token came. */
export function recordEnd(
  call: OpenCall,
  { phase, timing }: Answer,
  failure: Failure | undefined,
): void {
  const { firstToken } = timing
  if (firstToken !== undefined)
    updateExchange(call.exchangeId, (exchange) => ({
      ...exchange,
      timing: { ...exchange.timing, firstToken },
    }))
  closeCall(call, OUTCOMES[phase] ?? 'failed', failure)
}

/** Records what an answer was charged with, and the balance before and after. */
export function recordReceipt(
  call: OpenCall,
  answer: Answer,
  headers: HeaderList,
  providerName: string,
): void {
  const before = headerValue(headers, wireHeaderName('x-vendor-balance-usd', providerName))
  const after = headerValue(headers, 'x-balance-remaining')
  updateExchange(call.exchangeId, (exchange) => ({
    ...exchange,
    receipt: {
      ...(answer.usage === undefined ? {} : { usage: answer.usage }),
      ...(answer.cost === undefined ? {} : { cost: answer.cost }),
      ...(before === undefined ? {} : { balanceBeforeUsd: before }),
      ...(after === undefined ? {} : { balanceAfterUsd: after }),
    },
  }))
}
