import { useEffect, useId, useRef, useState } from 'react'

import { wallet } from '../../../page/wallet/wallet.ts'
import { QrCode } from '../../../ui/content/qr-code.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'

/** What the phone has to read, until it expires. */
export function PairingPanel({ text, expiresAtMs }: { text: string; expiresAtMs: number }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // The entry that was pressed is gone.
  useEffect(() => field.current?.focus(), [])
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h4 id={id} className="text-sm font-semibold text-text-2">
        Waiting for the phone
      </h4>
      <p className="text-sm text-text-2">
        Scan this with the wallet on your phone, or paste the URI there under WalletConnect.
      </p>
      <p className="text-xs text-text-3">
        It then asks you to share your address and to allow signature requests.
      </p>
      <div className="self-center">
        <QrCode text={text} label="Pairing code" />
      </div>
      <div className="flex items-center gap-2">
        <input
          ref={field}
          readOnly
          aria-label="Pairing URI"
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          className="min-w-0 grow field font-mono text-xs"
        />
        <CopyButton text={text} label="Copy pairing URI" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TimeLeft untilMs={expiresAtMs} />
        <Button onClick={() => wallet.pairing.cancel()}>Cancel pairing</Button>
      </div>
    </section>
  )
}

function TimeLeft({ untilMs }: { untilMs: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((untilMs - now) / 1000))
  return (
    <p role="timer" className="text-xs text-text-3">
      Expires in {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </p>
  )
}
