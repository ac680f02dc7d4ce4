import type { ToolCallDelta } from '../../../contract/chat/response.ts'
import { addPiece, endOfText, type ThinkTagText } from '../../../contract/chat/think-tags.ts'
import type { GenerationRequest, GenerationStep, GenerationSteps } from './engine.ts'
import type { SearchOutcome } from './search/search.ts'

/** What the vendor parameters do to the steps of any engine: documents first, thinking left out. */
export function shapeSteps(steps: GenerationSteps, generation: GenerationRequest): GenerationSteps {
  const { vendor, search } = generation
  const strips = vendor.strip_thinking_response || vendor.disable_thinking
  const visible = strips ? withoutThinking(steps, vendor.disable_thinking) : steps
  return vendor.return_search_results_as_documents && search.kind !== 'none'
    ? withSearchDocuments(visible, generation)
    : visible
}

/** Stripped tokens were made all the same, so they stay counted. */
async function* withoutThinking(steps: GenerationSteps, dropsReasoning: boolean): GenerationSteps {
  const filters = new Map<number, ThinkTagFilter>()
  for await (const ready of steps)
    yield ready.flatMap((step) => [...visibleSteps(step, filters, dropsReasoning)])
}

function* visibleSteps(
  step: GenerationStep,
  filters: Map<number, ThinkTagFilter>,
  dropsReasoning: boolean,
): Generator<GenerationStep> {
  if (step.kind === 'finish') {
    const rest = filters.get(step.choice)?.end() ?? ''
    if (rest !== '')
      yield { kind: 'delta', choice: step.choice, delta: { content: rest }, tokens: 0 }
  }
  if (step.kind !== 'delta') {
    yield step
    return
  }
  const { content, reasoning_content, reasoning_details, ...rest } = step.delta
  const filter = filters.get(step.choice) ?? createThinkTagFilter()
  filters.set(step.choice, filter)
  const visible = content === undefined ? '' : filter.push(content)
  const { logprob, ...others } = step
  yield {
    ...others,
    delta: {
      ...rest,
      ...(visible === '' ? {} : { content: visible }),
      ...(reasoning_content === undefined || dropsReasoning ? {} : { reasoning_content }),
      ...(reasoning_details === undefined || dropsReasoning ? {} : { reasoning_details }),
    },
    ...(logprob === undefined || visible === '' ? {} : { logprob }),
  }
}

/** The documents come as the first tool call of every choice; the model's own calls follow. */
async function* withSearchDocuments(
  steps: GenerationSteps,
  { request, search, likeProvider }: GenerationRequest,
): GenerationSteps {
  const call = searchDocumentsCall(search)
  yield Array.from({ length: request.n ?? 1 }, (_, choice) => ({
    kind: 'delta',
    choice,
    delta: { tool_calls: [call] },
    tokens: 0,
  }))
  for await (const ready of steps)
    yield ready.map((step) =>
      // The real service says so although there is nothing to run.
      likeProvider && step.kind === 'finish'
        ? { ...step, reason: 'tool_calls' }
        : withLaterCalls(step),
    )
}

function withLaterCalls(step: GenerationStep): GenerationStep {
  const calls = step.kind === 'delta' ? step.delta.tool_calls : undefined
  if (step.kind !== 'delta' || calls === undefined) return step
  const tool_calls = calls.map((piece) => ({ ...piece, index: (piece.index ?? 0) + 1 }))
  return { ...step, delta: { ...step.delta, tool_calls } }
}

/** The name under which results are returned as documents (contract, "vendor_parameters"). */
const SEARCH_DOCUMENTS_NAME = 'vendor_web_search_documents'

/** The results as the tool call that `return_search_results_as_documents` asks for. Not to be executed. */
function searchDocumentsCall({ results }: SearchOutcome): ToolCallDelta {
  const documents = results.map(({ title, url, content, date }, index) => ({
    id: String(index),
    title,
    url,
    snippet: content,
    published_at: date,
  }))
  return {
    index: 0,
    id: 'call_web_search_documents',
    type: 'function',
    function: { name: SEARCH_DOCUMENTS_NAME, arguments: JSON.stringify({ documents }) },
  }
}

type ThinkTagFilter = ReturnType<typeof createThinkTagFilter>

/**
 * Takes `<think>…</think>` out of a text that arrives in pieces, wherever the pieces are cut. Blanks right after a
 * block go with it.
 */
export function createThinkTagFilter() {
  let text: ThinkTagText = { content: '', reasoning: '' }
  const become = (next: ThinkTagText) => {
    const added = next.content.slice(text.content.length)
    text = next
    return added
  }
  return {
    /** The visible part of what has arrived so far, as far as it is certain. */
    push: (piece: string) => become(addPiece(text, piece)),
    /** What was held back because it could have become a tag. */
    end: () => become(endOfText(text)),
  }
}
