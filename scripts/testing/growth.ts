/** Characters of the texts that are measured. The short ones show what is worse than quadratic, in time. */
const SIZES = [300, 600, 1_250, 2_500, 5_000, 10_000, 20_000, 40_000, 80_000]
/** How much longer a text of twice the length may take. */
const MAX_GROWTH = 2.5
/** Less than this is noise: milliseconds of processor time. */
const FLOOR_MS = 60
/** What takes less for a text of medium length is not worth measuring. */
const QUICK_MS = 15
const MEDIUM = 20_000
/** Of so many runs the best counts. */
const RUNS = 5
/** Only what doubles with each character takes long for so few. */
const TINY = 22

/**
 * How the time of a function grows with its text: undefined while it is in proportion to the length, else
 * the size and the times that show it. Measured in processor time, and again before it is believed, so that
 * it holds on a busy machine.
 */
export function growthFault(run: (size: number) => () => void): string | undefined {
  let before = 0
  const tiny = run(TINY)
  if (cpuMs(tiny) > FLOOR_MS && best(tiny) > FLOOR_MS) return `${TINY} characters take for ever`
  for (const [index, size] of SIZES.entries()) {
    const work = run(size)
    const once = cpuMs(work)
    if (index > 1 && isTooMuch(before, once)) {
      const half = best(run(size / 2))
      const whole = bestTooMuch(half, work)
      // One or two doublings may be a collection of garbage; three in a row are the function.
      if (
        whole !== undefined &&
        isTooMuch(best(run(size / 4)), half, FLOOR_MS / 4) &&
        bestTooMuch(whole, run(2 * size)) !== undefined
      )
        return `${size / 2} characters take ${half} ms, ${size} take ${whole} ms`
    }
    before = once
  }
  return undefined
}

/**
 * Whether two lengths are enough to tell that {@link growthFault} would find nothing: of three doublings in a row that
 * are too much, two come to more than this, and among shorter texts nothing reaches the floor.
 */
export function isSurelyLinear(run: (size: number) => () => void): boolean {
  const medium = run(MEDIUM)
  const first = cpuMs(medium)
  if (first < QUICK_MS) return true
  const ms = Math.min(first, cpuMs(medium))
  const long = run(4 * MEDIUM)
  const isClear = () => cpuMs(long) <= ms * MAX_GROWTH ** 2
  // The second time without what the first may have collected of garbage.
  return ms < QUICK_MS || (ms <= FLOOR_MS && (isClear() || isClear()))
}

function isTooMuch(half = 0, whole = 0, floor = FLOOR_MS): boolean {
  return whole > floor && whole > half * MAX_GROWTH
}

function best(work: () => void): number {
  return Math.min(...Array.from({ length: RUNS }, () => cpuMs(work)))
}

/** The best time where all runs take too much: one that does not settles it. */
function bestTooMuch(half: number, work: () => void): number | undefined {
  let least = Infinity
  for (let turn = 0; turn < RUNS; turn += 1) {
    least = Math.min(least, cpuMs(work))
    if (!isTooMuch(half, least)) return undefined
  }
  return least
}

/** Processor time of one run, in milliseconds. */
export function cpuMs(work: () => void): number {
  const { user, system } = process.cpuUsage()
  work()
  const after = process.cpuUsage()
  return (after.user - user + after.system - system) / 1000
}

/** A text of a size: one beginning, then a piece again and again. */
export function repeated(piece: string, size: number, beginning = ''): string {
  return beginning + piece.repeat(Math.ceil(size / piece.length))
}
