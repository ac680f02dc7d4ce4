/** The sentences of a plain text. */
export function sentencesOf(text: string): string[] {
  return text.match(/\S.*?(?:[.!?](?=\s|$)|$)/gs) ?? []
}
