const PREFIX = 'answer:'

/**
 * The lock that says "this tab receives this response", of a chat or an image edit. It is held until the end of the
 * response is stored, so that whoever gets it next reads all of it; a reload, a crash or a closed tab frees it, which
 * is how a cut response is told from a live one.
 */
export function answerLock(id: string): string {
  return PREFIX + id
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
