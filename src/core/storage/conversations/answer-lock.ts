import { sessionText } from '../db/browser-storage.ts'

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

/** How long a reloaded page waits for the one before it to let go, ms. */
const PATIENCE_MS = 2000

/** Where a tab remembers which draft of an image edit is its own; a duplicate of the tab remembers the same. */
const OWN = 'playground.image-source'

/** The draft that this tab had before it was reloaded. */
export function loadOwnDraft(): string | undefined {
  return sessionText.load(OWN)
}

/** Remembers which draft is this tab's own; else it is found as one that nobody has. */
export function saveOwnDraft(id: string): void {
  sessionText.save(OWN, id)
}

/** Takes a draft for this tab until the page goes; false when another tab has it. */
export function acquireDraft(id: string): Promise<boolean> {
  return hold(id, { ifAvailable: true })
}

/** As {@link acquireDraft}, with some patience: the page before a reload lets go only as it ends. */
export function reacquireDraft(id: string): Promise<boolean> {
  return hold(id, { signal: AbortSignal.timeout(PATIENCE_MS) })
}

function hold(id: string, options: LockOptions): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks
  // Without locks, tabs cannot tell whose draft it is; the one that asks gets it.
  if (locks === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    const forGood = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => undefined)
    }
    locks.request(`draft:${id}`, options, forGood).catch(() => resolve(false))
  })
}
