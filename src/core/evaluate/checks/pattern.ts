/** A text that a pattern is looked for in. */
export interface PatternJob {
  text: string
  pattern: string
  flags: string
}

/** Whether a pattern was found, or why it is none. */
export type PatternResult = { ok: true; found: boolean } | { ok: false; message: string }

/**
 * Looks for a regular expression. It may take for ever: it belongs in a worker that can be ended, see
 * `pattern.worker.ts`.
 */
export function findPattern({ text, pattern, flags }: PatternJob): PatternResult {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, flags)
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
  return { ok: true, found: expression.test(text) }
}
