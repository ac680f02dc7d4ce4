import { isSignInResponse, SIGN_IN_CHANNEL } from '../core/mcp/sign-in/callback.ts'

/** In the window of a sign-in to a tool server: passes the response on, clears the URL and closes. */
export function passOnSignIn(): void {
  const { search, pathname } = location
  if (!isSignInResponse(search)) return
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL)
  channel.postMessage(search)
  channel.close()
  history.replaceState(null, '', pathname)
  window.close()
}
