import { useState } from 'react'

import type { Connection } from '../../../core/client/connection/connections.ts'
import { agreeToUpstream } from '../../../core/storage/payments/agreed-upstream.ts'
import { signedOrigin } from '../../../core/wallet/sign-in/wallet-credential.ts'

interface UpstreamAgreementProps {
  connection: Pick<Connection, 'baseUrl' | 'upstreamOrigin'>
  onAgreed?: () => void
}

/** Behind a relay: the domain that is signed for, in words, for a person to agree to once. */
export function UpstreamAgreement({ connection, onAgreed }: UpstreamAgreementProps) {
  const { baseUrl, upstreamOrigin } = connection
  const [isAgreed, setAgreed] = useState(() => signedOrigin(connection) !== undefined)
  if (upstreamOrigin === undefined) return null
  const host = <span className="font-mono text-xs">{new URL(upstreamOrigin).host}</span>
  if (isAgreed)
    return (
      <p className="text-sm text-text-2">This page passes requests to {host}, as you agreed.</p>
    )
  return (
    <div className="flex flex-col gap-2 text-sm text-warn">
      <p className="max-w-prose">
        This page passes every request to {host}. Your signatures name it, and work only there.
      </p>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={false}
          onChange={() => {
            agreeToUpstream(baseUrl, upstreamOrigin)
            setAgreed(signedOrigin(connection) !== undefined)
            onAgreed?.()
          }}
        />
        <span>Sign for {host}</span>
      </label>
    </div>
  )
}
