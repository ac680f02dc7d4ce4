import type { ToolCall } from '../../../../contract/chat/messages.ts'
import type {
  ChatCompletion,
  Choice,
  Citation,
  Cost,
  TokenLogprob,
  Usage,
  VendorEcho,
} from '../../../../contract/chat/response.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { dropConnection } from '../../http/app-environment.ts'
import { sendJson } from '../../http/respond.ts'
import { rateLimitHeaders } from '../../limits/rate-limiter.ts'
import { balanceHeaders, costBody } from '../../money/ledger.ts'
import { atCapacity } from '../../sandbox/directives.ts'
import type { FinishReason, GenerationStep, StepDelta } from '../engine.ts'
import { StreamFailure } from './answer-stream.ts'
import {
  type CompletionIdentity,
  envelopeExtras,
  familyUsage,
  type GenerationJob,
} from './meter.ts'

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

interface Gathered {
  content: string[]
  refusal: string[]
  others: JsonObject
  reasoning: string[]
  details: NonNullable<StepDelta['reasoning_details']>
  calls: Map<number, { id: string; name: string; arguments: string[]; more: JsonObject }>
  logprobs: TokenLogprob[]
  finish: FinishReason
}

function createChoiceGatherer() {
  const gathered = new Map<number, Gathered>()
  const of = (choice: number): Gathered => {
    const known = gathered.get(choice)
    if (known) return known
    const fresh: Gathered = {
      content: [],
      refusal: [],
      others: {},
      reasoning: [],
      details: [],
      calls: new Map(),
      logprobs: [],
      finish: 'stop',
    }
    gathered.set(choice, fresh)
    return fresh
  }
  return {
    add: (step: GenerationStep) => {
      if (step.kind === 'finish') of(step.choice).finish = step.reason
      if (step.kind !== 'delta') return
      const into = of(step.choice)
      const { content, refusal, reasoning_content, reasoning_details, tool_calls, others } =
        step.delta
      if (refusal !== undefined) into.refusal.push(refusal)
      if (others !== undefined) into.others = { ...others, ...into.others }
      if (content !== undefined) into.content.push(content)
      if (reasoning_content !== undefined) into.reasoning.push(reasoning_content)
      if (reasoning_details !== undefined) into.details.push(...reasoning_details)
      if (tool_calls !== undefined) for (const call of tool_calls) addCall(into, call)
      if (step.logprob !== undefined) into.logprobs.push(step.logprob)
    },
    choices: () =>
      [...gathered].toSorted(([a], [b]) => a - b).map(([index, choice]) => toChoice(index, choice)),
  }
}

function addCall(into: Gathered, piece: NonNullable<StepDelta['tool_calls']>[number]): void {
  const { index = 0, id: _id, function: _function, ...more } = piece
  const call = into.calls.get(index) ?? {
    id: '',
    name: '',
    arguments: [],
    more: more as JsonObject,
  }
  into.calls.set(index, call)
  if (piece.id) call.id = piece.id
  if (piece.function?.name) call.name = piece.function.name
  if (piece.function?.arguments) call.arguments.push(piece.function.arguments)
}

function toChoice(
  index: number,
  { content, refusal, others, reasoning, details, calls, logprobs, finish }: Gathered,
): Choice {
  const toolCalls = [...calls.values()].map((call): ToolCall => ({
    id: call.id,
    type: 'function',
    ...call.more,
    function: { name: call.name, arguments: call.arguments.join('') },
  }))
  const hasOther = toolCalls.length > 0 || refusal.length > 0
  const message: Choice['message'] = {
    ...others,
    role: 'assistant',
    content: content.length === 0 && hasOther ? null : content.join(''),
  }
  if (refusal.length > 0) message['refusal'] = refusal.join('')
  if (reasoning.length > 0) message.reasoning_content = reasoning.join('')
  if (details.length > 0) message.reasoning_details = details
  if (toolCalls.length > 0) message.tool_calls = toolCalls
  return {
    index,
    finish_reason: finish,
    stop_reason: finish === 'tool_calls' ? null : finish,
    logprobs: logprobsOf(logprobs),
    message,
  }
}

/**
 * Log probabilities in both forms: the list that OpenAI-compatible clients read, and beside it the
 * members of the first token, which is the object that the contract draws.
 */
function logprobsOf(tokens: readonly TokenLogprob[]): NonNullable<Choice['logprobs']> | null {
  return tokens.length > 0 ? { ...tokens[0], content: [...tokens] } : null
}

function completionBody(
  answer: CompletionIdentity,
  choices: Choice[],
  usage: Usage,
  cost: Cost,
  echo: VendorEcho,
): ChatCompletion {
  const { id, created, model } = answer
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices,
    usage,
    cost,
    prompt_logprobs: null,
    vendor_parameters: echo,
  }
}
