/** How long anything may take, ms: long enough for a machine that is busy with other things. */
const WITHIN_MS = 20_000

/**
 * Waits until something holds, and gives what it is.
 * @throws Error with `fault` when it doesn't in time
 */
export async function until<Value>(
  look: () => Value | undefined | false | Promise<Value | undefined | false>,
  fault: () => string,
  timeout = WITHIN_MS,
): Promise<Value> {
  const end = performance.now() + timeout
  for (let wait = 0; ; wait = Math.min(wait + 2, 30)) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end)
      throw new Error(
        `${fault()}\nThe page shows: ${document.querySelector('main')?.textContent.slice(0, 600)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
