/**
 * Whether a pasted text looks like a curl command, JSON or a link of this playground. It decides at
 * once and may be wrong: `recognize-paste.ts` knows.
 */
export function mayBeRequest(text: string): boolean {
  return /^\s*(?:[#$][^\n]*\n\s*)*(?:\$\s+)?curl\s|^\s*\{|#c=/.test(text)
}
