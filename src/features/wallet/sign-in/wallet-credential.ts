import { encodeBase64Json } from '../../../../contract/wallet/base64-json.ts'
import { mintSignIn, newNonce } from '../../../../contract/wallet/sign-in-check.ts'
import { signInText } from '../../../../contract/wallet/sign-in-text.ts'
import { unionSignIn } from '../../../../contract/wallet/sign-in.ts'
import type { CredentialSource } from '../../../core/client/connection/credential.ts'
import type { LocalChains } from '../../../core/client/connection/wallet-config.ts'
import { client } from '../../../page/client.ts'
import { dismissToast, showToast, toastStore } from '../../../ui/toast-store.ts'
import { driverOf } from '../session/drivers.ts'
import { PROBLEM_WORDS, walletProblemOf } from '../session/wallet-problem.ts'
import { type WalletSession, walletStore } from '../session/wallet-session.ts'
import { walletSettingsStore } from '../wallet-settings.ts'
import { signInNetwork } from './sign-in-network.ts'

/** After this long the wait is said again, with where to look, ms. */
const SILENT_AFTER_MS = 20_000

/**
 * The wallet as a credential: every request that costs, or that is about the wallet itself, is signed for
 * on its own, because a signed header works once (contract "Authentication" 2). Reads that need no
 * credentials, such as the list of models, go out without asking anybody.
 */
export function walletCredential(
  session: WalletSession,
  { origin, local, nonce }: { origin: string; local: LocalChains | undefined; nonce?: string },
): CredentialSource {
  return {
    kind: 'wallet',
    label: `${session.practice ? 'practice wallet' : 'wallet'} ${shortAddress(session.address)}`,
    origin,
    authorize: async (request, signal) => {
      if (!needsSignature(request)) return []
      const fields = mintSignIn({
        url: request.url,
        address: session.address,
        network: signInNetwork(session.family, local),
        nowMs: Date.now(),
        nonce: nonce ?? newNonce(),
      })
      const text = signInText(fields)
      if (text === undefined) throw new Error('There is no text to sign for this address.')
      walletStore.setState({ unsigned: undefined })
      const signature = await waited(request, signal, async () =>
        (await driverOf(session.family)).signText(session.address, text).catch(tellWhy),
      )
      const value = encodeBase64Json(unionSignIn(fields, signature))
      return [[walletSettingsStore.getState().signInHeader, value]]
    },
  }
}

/** Keeps why a wallet did not sign; outside the wallet area it is said at the edge of the screen. */
function tellWhy(error: unknown): never {
  const problem = walletProblemOf(error)
  walletStore.setState({ unsigned: problem })
  const { title, meaning } = PROBLEM_WORDS[problem]
  if (location.pathname !== '/wallet') showToast(`${title}. ${meaning}`)
  throw error
}

/** An address with its middle left out. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function needsSignature({ method, url }: { method: string; url: string }): boolean {
  const { pathname } = new URL(url)
  return method !== 'GET' || /\/x402\/(?:balance|transactions)\//.test(pathname)
}

/** Says that the wallet is asked, for as long as it is, and stops waiting when the request is given up. */
async function waited(
  { method, url }: { method: string; url: string },
  signal: AbortSignal,
  sign: () => Promise<string>,
): Promise<string> {
  const id = crypto.randomUUID()
  const cancelled = new AbortController()
  const stop = AbortSignal.any([signal, cancelled.signal])
  const path = new URL(url).pathname
  client.signatureWaits.setState(({ waiting }) => ({
    waiting: [...waiting, { id, method, url, since: Date.now() }],
  }))
  const hide = showWait(`Waiting for your wallet to sign ${method} ${path}`, () =>
    cancelled.abort(),
  )
  const silent: { hide?: () => void } = {}
  const timer = setTimeout(() => {
    hide()
    silent.hide = showWait('Your wallet has not answered: open it and look for a question', () =>
      cancelled.abort(),
    )
  }, SILENT_AFTER_MS)
  try {
    return await Promise.race([sign(), rejectedOnAbort(stop)])
  } finally {
    clearTimeout(timer)
    hide()
    silent.hide?.()
    client.signatureWaits.setState(({ waiting }) => ({
      waiting: waiting.filter((one) => one.id !== id),
    }))
  }
}

let nextToast = -1

/** A toast that stays until it is taken away. */
function showWait(text: string, cancel: () => void): () => void {
  const id = nextToast--
  toastStore.setState(({ toasts }) => ({
    toasts: [...toasts, { id, text, action: { label: 'Cancel', run: cancel } }],
  }))
  return () => dismissToast(id)
}

function rejectedOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error('cancelled'))
    if (signal.aborted) fail()
    signal.addEventListener('abort', fail, { once: true })
  })
}
