/**
 * Text for a one-line field: line breaks and other invisible characters are written as JSON escapes
 * (`\n`, `\t`), so that they can be seen and typed. A backslash is `\\`.
 */
export function toWritten(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
}

/** The text that was written; an escape that does not exist stands for itself. */
export function fromWritten(written: string): string {
  return written.replace(/\\(?:u[0-9a-fA-F]{4}|[bfnrt\\/])/g, (escape) =>
    String(JSON.parse(`"${escape}"`)),
  )
}
