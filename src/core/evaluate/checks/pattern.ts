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
  const message = patternProblem({ value: pattern, flags })
  if (message !== undefined) return { ok: false, message }
  return { ok: true, found: new RegExp(pattern, flags).test(text) }
}

/** Why a pattern can't be used; nothing is looked for. */
export function patternProblem({
  value = '',
  flags = '',
}: {
  value?: string
  flags?: string
}): string | undefined {
  try {
    void new RegExp(value, flags)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
