/** A page without the empty chat that the build draws into it (`scripts/prerender-shell.mjs`): for every other area. */
export function withoutShell(html: string): string {
  return html.replace(/<!--shell-->.*?<!--\/shell-->/s, '')
}
