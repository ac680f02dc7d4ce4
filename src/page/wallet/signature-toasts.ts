import { adviceText } from '../../../contract/errors/advice.ts'
import type { SignatureWait } from '../../core/client/connection/signature-wait.ts'
import { WALLET_PROBLEMS } from '../../core/wallet/session/wallet-session.ts'
import type { Wallet } from '../../core/wallet/wallet.ts'
import { dismissToast, showToast, toastStore } from '../../ui/feedback/toast.tsx'
import { currentPath } from '../../ui/hooks/location.tsx'

/** After this long the wait is said again, with where to look, ms. */
const SILENT_AFTER_MS = 20_000

/** What takes the toast of a wait away. */
const shown = new Map<string, () => void>()

function follow(waiting: readonly SignatureWait[]): void {
  for (const [id, hide] of shown)
    if (!waiting.some((wait) => wait.id === id)) {
      shown.delete(id)
      hide()
    }
  for (const wait of waiting) if (!shown.has(wait.id)) shown.set(wait.id, show(wait))
}

function show({ method, url, cancel }: SignatureWait): () => void {
  const path = new URL(url).pathname
  let hide = showLasting(`Waiting for your wallet to sign ${method} ${path}`, cancel)
  const timer = setTimeout(() => {
    hide()
    hide = showLasting("Your wallet isn't responding. Open it to find the request.", cancel)
  }, SILENT_AFTER_MS)
  return () => {
    clearTimeout(timer)
    hide()
  }
}

let nextId = -1

function showLasting(text: string, cancel: () => void): () => void {
  const id = nextId--
  toastStore.setState(({ toasts }) => ({
    toasts: [...toasts, { id, text, action: { label: 'Cancel', run: cancel } }],
  }))
  return () => dismissToast(id)
}

/** Says that the wallet is asked, for as long as it is, and why it did not sign. Returns how to stop. */
export function showSignatureWaits({
  session,
  signatureWaits,
}: Pick<Wallet, 'session' | 'signatureWaits'>): () => void {
  const stops = [
    signatureWaits.subscribe(({ waiting }) => follow(waiting)),
    session.subscribe(({ unsigned }, before) => {
      // The wallet area says it itself, where it belongs.
      if (unsigned === undefined || unsigned === before.unsigned || currentPath() === '/wallet')
        return
      const advice = WALLET_PROBLEMS[unsigned]
      showToast(`${advice.title}. ${adviceText(advice)}`)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
