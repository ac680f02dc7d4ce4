import LockKeyhole from 'lucide-react/icons/lock-keyhole'

import { type EncryptedExchange, encryptionText } from '../../core/inspector/exchange-text.ts'

/** Says of an encrypted exchange what is the wire and what was opened; nothing of any other. */
export function EncryptionNote({ exchange }: { exchange: EncryptedExchange }) {
  const words = encryptionText(exchange)
  if (words === undefined) return null
  return (
    <p role="note" aria-label="Encryption" className="flex gap-2 text-xs text-text-2">
      <LockKeyhole size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span>{words}</span>
    </p>
  )
}
