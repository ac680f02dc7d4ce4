import type { Typesetter } from './math-view.ts'

/** Formulas longer than this are left as source. */
const maxTex = 4000
/** ms of one frame that formulas may take, and of one page view before the rest stays source. */
const perFrame = 8
const deadline = 4000

interface Waiting {
  tex: string
  display: boolean
  done: (formula: Element | null) => void
}

const queue: Waiting[] = []
let working = false
let spent = 0

/**
 * Typesets formulas one after another, a few milliseconds a frame. What makes the elements is fetched
 * with the first formula. A page full of slow formulas keeps the rest as source.
 */
export const typesetInTurn: Typesetter = (tex, display) => {
  if (tex.length > maxTex || spent > deadline) return Promise.resolve(null)
  return new Promise((done) => {
    queue.push({ tex, display, done })
    if (!working) void work()
  })
}

async function work(): Promise<void> {
  working = true
  const module = await import('./typeset.ts').catch(() => undefined)
  while (queue.length > 0) {
    const end = performance.now() + perFrame
    while (queue.length > 0 && performance.now() < end) {
      const next = queue.shift()
      if (next === undefined) break
      const start = performance.now()
      const isLate = spent > deadline
      next.done(isLate ? null : (module?.typeset(next.tex, next.display) ?? null))
      spent += performance.now() - start
    }
    // oxlint-disable-next-line no-await-in-loop -- one slice per frame is the point
    await new Promise((resume) => setTimeout(resume, 0))
  }
  working = false
}
