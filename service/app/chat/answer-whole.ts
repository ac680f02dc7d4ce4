import type { Citation } from '../../../contract/chat/response.ts'
import { balanceHeaders } from '../billing/balance-headers.ts'
import { costBody } from '../billing/price.ts'
import { dropConnection } from '../http/drop-connection.ts'
import { sendJson } from '../http/send-json.ts'
import { atCapacity } from '../inference/sandbox/sandbox-failures.ts'
import { rateLimitHeaders } from '../limits/rate-limiter.ts'
import { completionBody, createChoiceGatherer } from './completion.ts'
import type { GenerationJob } from './generation-job.ts'
import { envelopeExtras, familyUsage } from './provider/family-usage.ts'
import { StreamFailure } from './stream-failure.ts'

/** Answers with one JSON body. What was generated is charged even when it cannot be delivered. */
export async function answerWhole(job: GenerationJob): Promise<Response> {
  const { context, generation, steps, metered, meter, identity } = job
  const gatherer = createChoiceGatherer()
  const sources: Citation[] = []
  try {
    for await (const ready of steps)
      for (const step of ready) {
        if (step.kind === 'cut') await dropConnection(context, 'not begun')
        if (step.kind === 'sources') sources.push(...step.citations)
        meter.add(step)
        gatherer.add(step)
      }
  } catch (error) {
    await metered.settle(meter.usage())
    throw error instanceof StreamFailure ? atCapacity(error.message) : error
  }
  const { vendor, search } = generation
  sources.push(...search.results)
  const { taken, leftMicroUsd, rate } = await metered.settle(meter.usage())
  return sendJson(
    context,
    {
      ...completionBody(
        identity,
        gatherer.choices(),
        familyUsage(meter.report(), generation),
        costBody(taken),
        { ...vendor, ...(sources.length > 0 ? { web_search_citations: sources } : {}) },
      ),
      ...envelopeExtras(generation),
    },
    200,
    {
      ...rateLimitHeaders(rate, Date.now()),
      ...balanceHeaders(context, metered.owner, metered.balance, leftMicroUsd),
    },
  )
}
