const PREFIX = 'answer:'

/** Locks over all tabs; undefined in browsers without them. */
type Locks = Pick<LockManager, 'request'> | undefined

/**
 * Holds the lock that says "this tab receives this answer" until `done` settles. A reload, a crash
 * or a closed tab frees it, which is how a cut answer is told from a live one. `done` must include
 * storing the end of the answer, so that whoever gets the lock next reads all of it. Where the
 * browser refuses locks, other tabs show the answer as cut until it is whole.
 */
export function acquireAnswerLock(locks: Locks, answerId: string, done: Promise<unknown>): void {
  locks?.request(PREFIX + answerId, () => done.catch(() => undefined)).catch(() => undefined)
}

/** The answers that some tab receives now; none where the browser refuses locks. */
export async function liveAnswerIds(): Promise<ReadonlySet<string>> {
  // Tests run where there is no navigator at all.
  const state = await globalThis.navigator?.locks?.query().catch(() => undefined)
  return new Set(
    (state?.held ?? []).flatMap(({ name }) =>
      name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
    ),
  )
}

/** Resolves once no tab receives an answer any more, or when that cannot be known. */
export async function whenAnswerEnds(locks: Locks, answerId: string): Promise<void> {
  await locks
    ?.request(PREFIX + answerId, { mode: 'shared' }, () => undefined)
    .catch(() => undefined)
}
