/** Text from the caller as plain words inside Markdown: on one line, shortened, with every mark escaped. */
export function plainText(text: string, longest = 200): string {
  const line = text
    .slice(0, 4 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = line.length > longest ? `${line.slice(0, longest)}…` : line
  return (
    short
      .replaceAll(/[\\`*_<>~|$#&^!]/g, String.raw`\$&`)
      // A bracket with a backslash would begin a formula.
      .replaceAll('[', '&#91;')
      .replaceAll(']', '&#93;')
  )
}
