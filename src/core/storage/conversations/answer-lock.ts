const PREFIX = 'answer:'

/**
 * Holds the lock that says "this tab receives this answer" until `done` settles. A reload, a crash
 * or a closed tab frees it, which is how a cut answer is told from a live one. `done` must include
 * storing the end of the answer, so that whoever gets the lock next reads all of it.
 */
export function holdAnswerLock(answerId: string, done: Promise<unknown>): void {
  void navigator.locks?.request(PREFIX + answerId, () => done.catch(() => undefined))
}

/** The answers that some tab receives now. */
export async function liveAnswerIds(): Promise<ReadonlySet<string>> {
  const held = (await globalThis.navigator?.locks?.query())?.held ?? []
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
  )
}

/** Resolves once no tab receives an answer any more. */
export async function whenAnswerEnds(answerId: string): Promise<void> {
  await navigator.locks?.request(PREFIX + answerId, { mode: 'shared' }, () => undefined)
}
