/**
 * The words of a command line: separated by blanks, except inside quotes. Outside single quotes, a backslash
 * before a quote, a blank or a backslash makes that an ordinary character. Nothing else is special: no
 * variables, no patterns, no pipes. Undefined when a quote is left open.
 */
export function splitCommand(text: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    const next = text.charAt(at + 1)
    if (char === '\\' && quote !== "'" && /^["'\\\s]$/.test(next)) {
      word = `${word ?? ''}${next}`
      at += 1
    } else if (quote !== '') {
      if (char === quote) quote = ''
      else word = `${word ?? ''}${char}`
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = `${word ?? ''}${char}`
  }
  if (quote !== '') return undefined
  return word === undefined ? words : [...words, word]
}
