import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { isServiceError } from '../../../contract/errors/failure.ts'
import { web3KeyOffer } from '../../core/client/wallet/web3-key.ts'
import { WALLET_PROBLEM_TEXT } from '../../core/wallet/session/wallet-problem.ts'
import { createKey, type KeyTrouble } from '../../core/wallet/sign-in/create-key.ts'
import { type Owner, unreachable } from '../../core/wallet/state/owner.ts'
import { client } from '../../page/client.ts'
import { queryClient } from '../../page/query-client.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AreaFailure } from './steps/area-failure.tsx'
import { FactList, StepFrame } from './steps/step-frame.tsx'

/** What is to be signed, or is waited for. */
type Doing = { step: 'loading' } | { step: 'review' | 'signing'; token: string }

/** An API key for one signature, where the API gives wallets keys; nothing anywhere else. */
export function WalletKey({ owner }: { owner: Owner }) {
  const { connection, session, host } = owner
  const isOffered = useQuery(web3KeyOffer(client, connection), queryClient).data === true
  const [doing, setDoing] = useState<Doing>()
  const [trouble, setTrouble] = useState<KeyTrouble>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const stop = () => {
    running.current?.abort()
    setDoing(undefined)
  }
  const load = async () => {
    const { signal } = (running.current = new AbortController())
    setTrouble(undefined)
    setDoing({ step: 'loading' })
    const result = await wallet.api.web3Token(connection, signal).catch(() => unreachable(owner))
    if (signal.aborted) return
    if ('token' in result) return setDoing({ step: 'review', token: result.token })
    setDoing(undefined)
    setTrouble({ failure: result })
  }
  const sign = async (token: string) => {
    const { signal } = (running.current = new AbortController())
    setDoing({ step: 'signing', token })
    const failed = await createKey(wallet, owner, token, signal)
    if (signal.aborted) return
    setDoing(undefined)
    setTrouble(failed)
  }

  const { credential } = connection
  if (credential?.madeBy === session.address)
    return (
      <p role="status" className="text-sm text-text-2">
        Requests use {credential.label}, without prompts. It's kept in memory only, cleared on
        reload.
      </p>
    )
  if (!isOffered) return null
  if (doing === undefined || doing.step === 'loading')
    return (
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
          This API gives your wallet an API key: one signature, then no prompts.
          <Button aria-disabled={doing !== undefined} onClick={() => doing ?? void load()}>
            {doing !== undefined && <Spinner />} Create API key
          </Button>
        </p>
        {trouble !== undefined && <Trouble of={trouble} />}
      </div>
    )
  const isSigning = doing.step === 'signing'
  return (
    <section aria-label="API key" className="min-w-0 rounded-lg bg-surface-1 p-4 sm:p-5">
      <StepFrame
        title="Create an API key"
        actions={
          <>
            <Button
              variant="primary"
              aria-disabled={isSigning}
              onClick={() => isSigning || void sign(doing.token)}
            >
              {isSigning && <Spinner />} Sign and create key
            </Button>
            <Button onClick={stop}>{isSigning ? 'Stop waiting' : 'Cancel'}</Button>
          </>
        }
      >
        <FactList
          label="API key details"
          facts={[
            { label: 'API', value: <span className="font-mono text-xs">{host}</span> },
            {
              label: 'Wallet',
              value: <span className="font-mono text-xs break-all">{session.address}</span>,
            },
            { label: 'Allows', value: "Requests paid from this wallet's account at this API" },
            { label: 'Kept', value: 'In memory only, cleared on reload' },
            {
              label: 'Message to sign',
              value: <code className="font-mono text-xs break-all">{doing.token}</code>,
            },
          ]}
        />
        <p className="max-w-prose text-sm text-warn">
          Sign only if you trust <span className="font-mono">{host}</span>: whoever has this
          signature can create the key.
        </p>
      </StepFrame>
    </section>
  )
}

/** Why there is no key, in the words of the wallet or of the API. */
function Trouble({ of }: { of: KeyTrouble }) {
  if ('problem' in of) {
    const { title, meaning } = WALLET_PROBLEM_TEXT[of.problem]
    return (
      <ErrorNotice tone="warn" title={title}>
        {meaning}
      </ErrorNotice>
    )
  }
  const { failure } = of
  return isServiceError(failure) && (failure.status === 401 || failure.status === 403) ? (
    <ErrorNotice title={`${failure.status} No API key created`}>
      <p>The API refused: “{failure.message.slice(0, 300)}”</p>
    </ErrorNotice>
  ) : (
    <AreaFailure failure={failure} />
  )
}
