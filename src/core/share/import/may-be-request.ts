/**
 * Whether a pasted text may hold a command, JSON or a link of this playground. It decides at once and may
 * be wrong: `recognize-paste.ts` knows.
 */
export function mayBeRequest(text: string): boolean {
  return /^\s*[{`~]|#c=|\bcurl(?:\.exe)?\s|\bInvoke-(?:Web|Rest)|\b(?:iwr|irm)\s/i.test(text)
}
