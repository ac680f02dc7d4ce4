import { type ReactNode, useState } from 'react'

import type { Connection } from '../../../core/client/connection/connections.ts'
import { agreeToUpstream } from '../../../core/storage/payments/agreed-upstream.ts'
import { disconnectWallet } from '../../../core/wallet/session/drivers.ts'
import type { WalletSession } from '../../../core/wallet/session/wallet-session.ts'
import { shortAddress, signedOrigin } from '../../../core/wallet/sign-in/wallet-credential.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'

interface StepFrameProps {
  title: ReactNode
  children: ReactNode
  actions?: ReactNode
}

/** One step: what it is, what there is to see, and what to press. */
export function StepFrame({ title, children, actions }: StepFrameProps) {
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-lg font-semibold">{title}</h3>
      {children}
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}

interface Fact {
  label: string
  value: ReactNode
  problem?: string | undefined
}

/** What is about to be signed, one line each: name in words, value as it goes over the wire. */
export function FactList({ facts, label }: { facts: readonly Fact[]; label: string }) {
  return (
    <dl aria-label={label} className="flex flex-col gap-2 text-sm">
      {facts.map(({ label: name, value, problem }) => (
        <div key={name} className="grid items-baseline gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className={problem === undefined ? 'text-text-2' : 'font-semibold text-bad'}>
            {name}
          </dt>
          <dd className={problem === undefined ? 'min-w-0' : 'min-w-0 text-bad'}>
            {value}
            {problem !== undefined && <p className="mt-1 font-semibold">{problem}</p>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Text as it goes over the wire, whole, with the button that copies it at its end. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <span className="-my-1 flex items-center gap-1 font-mono text-xs">
      <span className="min-w-0 break-all">{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}

/** Goes back to the request that the balance was too low for; nothing where a person came on their own. */
export function ReturnButton({ variant }: { variant: 'primary' | 'plain' }) {
  const [, navigate] = useLocation()
  const path = returnPath()
  return (
    path !== undefined && (
      <Button variant={variant} onClick={() => navigate(path)}>
        Back to your request
      </Button>
    )
  )
}

/** Where that request waits; from `?return=` and only ever a path of this page. */
export function returnPath(): string | undefined {
  const path = new URLSearchParams(location.search).get('return')
  return path !== null && /^\/(?:chat|image|explore)(?:\/[\w-]{1,64})?$/.test(path)
    ? path
    : undefined
}

/** Leads from the balance to what it is for. */
export function StartChatting({ variant }: { variant: 'primary' | 'plain' }) {
  const [, navigate] = useLocation()
  return (
    <Button variant={variant} onClick={() => navigate('/chat')}>
      Start chatting
    </Button>
  )
}

/** The wallet in use, in one line. */
export function WalletLine({ session }: { session: WalletSession }) {
  const { icon, name, address } = session
  return (
    <p className="-my-1 flex flex-wrap items-center gap-x-2 text-sm">
      {icon !== undefined && <img src={icon} alt="" className="size-5 shrink-0 rounded-sm" />}
      <span className="max-w-40 truncate font-medium">{name}</span>
      <span className="flex shrink-0 items-center font-mono text-xs text-text-2" title={address}>
        {shortAddress(address)}
        <CopyButton text={address} label="Copy wallet address" />
      </span>
      <Button
        variant="ghost"
        className="-mr-2.5 ml-auto"
        onClick={() => void disconnectWallet(wallet)}
      >
        Disconnect
      </Button>
    </p>
  )
}

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
