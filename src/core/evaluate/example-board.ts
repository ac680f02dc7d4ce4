import { given } from '../../../contract/json.ts'
import { addCases, newBoard, type EditWorld } from './board-edits.ts'
import type { Board } from './board.ts'

/** Questions that the built-in models know something of, each with a word of the whole response. */
const QUESTIONS: readonly [question: string, expected: string][] = [
  ['What are server-sent events?', 'text/event-stream'],
  ['How does CORS protect a server?', 'preflight'],
  ['What is a bearer token?', 'RFC 6750'],
  ['Explain HTTP 402.', '402'],
  ['What is UTF-8?', 'ASCII'],
  ['How does EIP-712 sign typed data?', 'domain'],
]

/**
 * A board that runs on the built-in models at once: one that gives whole responses against one that is fast
 * and short. `connection`: of the built-in models, where the current one has others.
 */
export function exampleBoard(
  world: EditWorld,
  connection: { id: string; name: string } | undefined,
): Board {
  const common = { settings: { stream: true, temperature: 0 }, ...given({ connection }) }
  const board = newBoard(
    world,
    [
      { model: 'sandbox-chat', ...common },
      { model: 'sandbox-fast', ...common },
    ],
    'Example board',
  )
  const withCases = addCases(
    world,
    board,
    QUESTIONS.map(([input, expected]) => ({ variables: { input }, expected })),
  )
  return {
    ...withCases,
    checks: [
      { id: world.random.uuid(), type: 'contains', ignoreCase: true },
      { id: world.random.uuid(), type: 'length', max: 600 },
    ],
  }
}
