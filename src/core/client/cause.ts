/** An error in one line, for showing what lies under a failure: `TypeError: Failed to fetch`. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
