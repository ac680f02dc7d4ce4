// @ts-check

/** A failure its message explains completely; printed as it is, without a stack. */
export class PlainFailure extends Error {}

/**
 * Runs a script's main function; a failure ends the process with code 1.
 * @param {() => unknown} main
 */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof PlainFailure ? error.message : error)
    process.exit(1)
  }
}

/**
 * What was thrown, in words.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
