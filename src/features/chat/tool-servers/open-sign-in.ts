import type { Failure } from '../../../../contract/errors/failure.ts'
import { SIGN_IN_CHANNEL } from '../../../core/mcp/sign-in/callback.ts'
import type { SignIn } from '../../../core/mcp/sign-in/find-sign-in.ts'
import { noSignIn } from '../../../core/mcp/sign-in/sign-in-fault.ts'
import { beginSignIn, completeSignIn } from '../../../core/mcp/sign-in/sign-in.ts'
import { client } from '../../../page/client.ts'

/** How often a window is checked that a person may have closed, ms. */
const CHECK_INTERVAL_MS = 500

/**
 * Lets a person sign in to a tool server in a window of its own, which a click has to open. Resolves to the
 * value for Authorization.
 */
export async function signInToToolServer(
  signIn: SignIn,
  signal: AbortSignal,
): Promise<{ ok: true; value: string } | { ok: false; failure: Failure }> {
  const popup = window.open('', '', 'popup,width=520,height=720')
  if (popup === null)
    return { ok: false, failure: noSignIn('The browser blocked the sign-in window.') }
  // Who lets people sign in can't lead this page elsewhere.
  popup.opener = null
  try {
    const redirectUri = location.origin + client.world.pagePath
    const begun = await beginSignIn(client, signIn, redirectUri, signal)
    if (!begun.ok) return begun
    const response = nextResponse(popup, begun.value.state, signal)
    popup.location.href = begun.value.url
    const search = await response
    if (search === undefined)
      return { ok: false, failure: noSignIn('The sign-in window was closed.') }
    return await completeSignIn(client, begun.value, search, signal)
  } finally {
    popup.close()
  }
}

/** The query that comes back to the redirect URI; undefined where the person closes the window. */
function nextResponse(
  popup: Window,
  state: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL)
    const end = (search?: string) => {
      clearInterval(timer)
      channel.close()
      resolve(search)
    }
    const timer = setInterval(() => {
      if (signal.aborted || popup.closed) end()
    }, CHECK_INTERVAL_MS)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && new URLSearchParams(data).get('state') === state) end(data)
    })
  })
}
