import { ABORTED } from '../../../core/client/admission/admission.ts'
import { SIGN_IN_CHANNEL } from '../../../core/mcp/sign-in/callback.ts'
import { findSignIn, type SignIn } from '../../../core/mcp/sign-in/find-sign-in.ts'
import {
  beginSignIn,
  completeSignIn,
  refreshToken,
  type NotBegun,
  type SignInChoices,
  type Token,
} from '../../../core/mcp/sign-in/sign-in.ts'
import { client } from '../../../page/client.ts'

/** Where a person signs in to a tool server, as the server itself publishes it. */
export function findToolServerSignIn(
  url: string,
  challenge: string | undefined,
  signal: AbortSignal,
): ReturnType<typeof findSignIn> {
  return findSignIn(client, { url, challenge }, signal)
}

/** Lets a person sign in to a tool server in a window that was just opened. */
export async function signInToToolServer(
  signIn: SignIn,
  popup: Window,
  choices: SignInChoices,
  signal: AbortSignal,
): Promise<{ ok: true; value: Token } | NotBegun> {
  // Who lets people sign in can't lead this page elsewhere.
  popup.opener = null
  try {
    const begun = await beginSignIn(client, signIn, choices, signal)
    if (!begun.ok) return begun
    const response = nextResponse(begun.value.state, signal)
    popup.location.href = begun.value.url
    const search = await response
    if (search === undefined) return { ok: false, failure: ABORTED }
    return await completeSignIn(client, begun.value, search, signal)
  } finally {
    popup.close()
  }
}

/** Gets another token each time it is called, as long as the authority gives one. */
export function tokenRenewal(refresh: string): () => Promise<string | undefined> {
  let latest = refresh
  return async () => {
    const sent = await refreshToken(client, latest, new AbortController().signal)
    if (!sent.ok) return undefined
    latest = sent.value.refresh ?? latest
    return sent.value.authorization
  }
}

/**
 * The query that comes back to the redirect URI; undefined once it is not waited for. Whether the window is
 * closed can't be told: a sign-in page may cut the tie to whoever opened it.
 */
function nextResponse(state: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL)
    const end = (search?: string) => {
      channel.close()
      resolve(search)
    }
    if (signal.aborted) return end()
    signal.addEventListener('abort', () => end())
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && new URLSearchParams(data).get('state') === state) end(data)
    })
  })
}
