import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import type { ReactNode } from 'react'

import { type EncryptedExchange, encryptionText } from '../../core/inspector/exchange-text.ts'

interface DefinitionListProps {
  items: readonly (readonly [term: ReactNode, value: ReactNode])[]
}

/** Terms and values in two columns. */
export function DefinitionList({ items }: DefinitionListProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {items.map(([term, value], index) => (
        // The terms of a list never change places.
        <div key={index} className="contents">
          <dt className="text-text-3">{term}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

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
