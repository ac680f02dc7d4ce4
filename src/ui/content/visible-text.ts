/** Characters that show nothing, or change what others show: a reader would see another text than is sent. */
const HIDDEN =
  /[\p{Cf}\u{FE00}-\u{FE0E}\u{E0100}-\u{E01EF}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2028\u2029\u3164\uFFA0]|[^\P{Cc}\n\t]/gu

/**
 * Text of others with every hidden character replaced by its code point in brackets: what decides about
 * a tool must be seen whole.
 * @example
 * visibleText('read\u200b') // 'read[U+200B]'
 */
export function visibleText(text: string): string {
  return text.replace(
    HIDDEN,
    (char) => `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
