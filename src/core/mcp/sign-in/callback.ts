/** Where the window of a sign-in passes on what came back, to the tab that began it. */
export const SIGN_IN_CHANNEL = 'playground.tool-server-sign-in'

/** How the state of each sign-in begins: a page that is opened with one is the end of it. */
export const STATE_PREFIX = 'tool-server.'

/** Whether a page was opened with the response to a sign-in, by the query of its URL. */
export function isSignInResponse(search: string): boolean {
  return new URLSearchParams(search).get('state')?.startsWith(STATE_PREFIX) === true
}
