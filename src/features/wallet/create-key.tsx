import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { isServiceError } from '../../../contract/errors/failure.ts'
import { web3Token } from '../../core/client/wallet/wallet-reads.ts'
import { WALLET_PROBLEMS } from '../../core/wallet/session/wallet-session.ts'
import { createKey, type KeyTrouble } from '../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../core/wallet/state/balances.ts'
import { client } from '../../page/client.ts'
import { wallet } from '../../page/wallet/wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorNotice, Spinner } from '../../ui/feedback/states.tsx'
import { AdviceNotice } from '../failures/task.tsx'
import { AreaFailure } from './steps/area-failure.tsx'
import { FactList, StepFrame } from './steps/step-frame.tsx'

interface CreateKeyProps {
  owner: Owner
  onClose: () => void
}

/** What is signed for an API key, before the wallet is asked. A token is good once, so each attempt has its own. */
export function CreateKey({ owner, onClose }: CreateKeyProps) {
  const { connection, session, host } = owner
  const [token, setToken] = useState<string>()
  const [isSigning, setSigning] = useState(false)
  const [trouble, setTrouble] = useState<KeyTrouble>()
  const running = useRef<AbortController>(undefined)

  const load = async () => {
    const { signal } = (running.current = new AbortController())
    const result = await web3Token(client, connection, signal)
    if (signal.aborted) return
    if ('token' in result) setToken(result.token)
    else setTrouble({ failure: result })
  }
  const sign = async (shown: string) => {
    const { signal } = (running.current = new AbortController())
    setSigning(true)
    const failed = await createKey(client, wallet, owner, shown, signal)
    if (signal.aborted) return
    setSigning(false)
    setToken(undefined)
    setTrouble(failed)
  }
  const start = useEffectEvent(() => void load())
  useEffect(() => {
    start()
    return () => running.current?.abort()
  }, [])

  return (
    <section aria-label="API key" className="min-w-0 rounded-lg bg-surface-1 p-4 sm:p-5">
      <StepFrame
        title="Create API key"
        actions={
          <>
            {trouble !== undefined ? (
              <Button
                variant="primary"
                onClick={() => {
                  setTrouble(undefined)
                  void load()
                }}
              >
                Try again
              </Button>
            ) : (
              <Button
                variant="primary"
                aria-disabled={isSigning || token === undefined}
                onClick={() => isSigning || token === undefined || void sign(token)}
              >
                {isSigning && <Spinner />} Sign and create key
              </Button>
            )}
            <Button onClick={onClose}>{isSigning ? 'Stop waiting' : 'Cancel'}</Button>
          </>
        }
      >
        {trouble !== undefined ? (
          <Trouble of={trouble} />
        ) : (
          <>
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
                  value: <code className="font-mono text-xs break-all">{token ?? '…'}</code>,
                },
              ]}
            />
            <p className="max-w-prose text-sm text-warn">
              Sign only if you trust <span className="font-mono">{host}</span>: whoever has this
              signature can create the key.
            </p>
          </>
        )}
      </StepFrame>
    </section>
  )
}

function Trouble({ of }: { of: KeyTrouble }) {
  if ('problem' in of) return <AdviceNotice tone="warn" advice={WALLET_PROBLEMS[of.problem]} />
  const { failure } = of
  // The advice for these is about a key that a request has.
  return isServiceError(failure) && (failure.status === 401 || failure.status === 403) ? (
    <ErrorNotice title={`${failure.status} No API key created`}>
      The API refused: “{failure.message.slice(0, 300)}”
    </ErrorNotice>
  ) : (
    <AreaFailure failure={failure} />
  )
}
