import { useState } from 'react'
import { useStore } from 'zustand'

import {
  type ChallengeFinding,
  mintSignIn,
  signInText,
} from '../../../../contract/wallet/sign-in.ts'
import { signedOrigin, signInNetwork } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/balances.ts'
import { networkWords } from '../../../core/wallet/state/local-chains.ts'
import { cancelSignIn, signIn } from '../../../core/wallet/state/sign-in.ts'
import type { SignInTrouble } from '../../../core/wallet/state/view-store.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorNotice, Spinner } from '../../../ui/feedback/states.tsx'
import { useLocalChains } from '../use-local-chains.ts'
import { AreaFailure } from './area-failure.tsx'
import { FlowNoticeView } from './flow-notice.tsx'
import { FactList, StepFrame, UpstreamAgreement, WalletLine } from './step-frame.tsx'

/** The first step goes on: what is signed to sign in, in words, before the wallet opens. */
export function SignInStep({ owner }: { owner: Owner }) {
  const { isSigningIn, signInTrouble, challengeNotes, flow } = useStore(wallet.view)
  const local = useLocalChains()
  const { session, host, connection } = owner
  const [isAgreed, setAgreed] = useState(() => signedOrigin(connection) !== undefined)
  const network = signInNetwork(wallet, session.family, connection)
  const { origin, pathname } = new URL(connection.baseUrl)
  const example = mintSignIn({
    url: `${connection.upstreamOrigin ?? origin}${pathname}/x402/balance/${session.address}`,
    address: session.address,
    network,
    nowMs: 0,
    nonce: 'different-each-time',
  })
  return (
    <StepFrame
      title="Sign in with your wallet"
      actions={
        <>
          <Button
            variant="primary"
            disabled={!isAgreed}
            aria-disabled={isSigningIn}
            onClick={() => void signIn(wallet)}
          >
            {isSigningIn && <Spinner />} Sign in
          </Button>
          {isSigningIn && session.kind === 'wallet' && (
            <>
              <output className="text-sm text-text-2">Waiting for your wallet</output>
              <Button onClick={() => cancelSignIn(wallet)}>Stop waiting</Button>
            </>
          )}
        </>
      }
    >
      <WalletLine session={session} />
      {flow.step === 'choose' && flow.notice !== undefined && (
        <FlowNoticeView notice={flow.notice} />
      )}
      <FactList
        label="Sign-in details"
        facts={[
          { label: 'Statement', value: example.statement },
          { label: 'Domain', value: <span className="font-mono text-xs">{host}</span> },
          { label: 'Network', value: networkWords(network, local) },
          {
            label: 'Allows',
            value: "Viewing this wallet's balance, and paying for requests with it",
          },
          { label: 'Expires', value: 'Four minutes after each signature' },
        ]}
      />
      <UpstreamAgreement connection={connection} onAgreed={() => setAgreed(true)} />
      {host !== location.host && (
        <p className="max-w-prose text-sm text-warn">
          This page is on <span className="font-mono">{location.host}</span>, the API on{' '}
          <span className="font-mono">{host}</span>. Wallets may warn or refuse. Sign only if yours
          shows <span className="font-mono">{host}</span>.
        </p>
      )}
      <p className="max-w-prose text-sm text-text-2">
        A signature works once, so <strong>every request you send requires a new signature</strong>.
        {session.kind === 'practice'
          ? ' The practice wallet signs without a prompt.'
          : ' Your wallet prompts for each.'}
      </p>
      <Disclosure summary="Message to sign">
        <pre className="overflow-x-auto rounded-md bg-surface-2 p-3 font-mono text-xs whitespace-pre-wrap">
          {signInText(example)
            ?.replaceAll('1970-01-01T00:00:00.000Z', 'now')
            .replace('1970-01-01T00:04:00.000Z', 'in four minutes')}
        </pre>
      </Disclosure>
      {challengeNotes.length > 0 && (
        <Disclosure
          summary={<span className="text-xs text-text-2">Unusual sign-in request</span>}
          className="-ml-1"
        >
          <p className="pl-6 text-xs text-text-2">None of it is signed.</p>
          <Findings of={challengeNotes} />
        </Disclosure>
      )}
      {signInTrouble !== undefined && <SignInProblem trouble={signInTrouble} />}
    </StepFrame>
  )
}

/** Why a sign-in did not come about, with what to press. */
export function SignInProblem({ trouble }: { trouble: SignInTrouble }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  switch (trouble.kind) {
    case 'failure':
      return <AreaFailure failure={trouble.failure} />
    case 'not agreed':
      return connection && <UpstreamAgreement connection={connection} />
    case 'challenge':
      return (
        <ErrorNotice title="Sign-in for another domain">
          <p>
            Your wallet wasn't prompted. A signature for a host other than {trouble.host} could be
            misused.
          </p>
          <p>A proxy can cause this, and so can an attack. Connect to the API at its own URL.</p>
          <Findings of={trouble.problems} />
        </ErrorNotice>
      )
  }
}

function Findings({ of }: { of: readonly ChallengeFinding[] }) {
  return (
    <ul className="mt-1 list-disc pl-6 text-xs break-words">
      {of.map(({ field, found, expected }) => (
        <li key={field + found}>
          <code className="font-mono">{field}</code> is “{found}”, expected {expected}.
        </li>
      ))}
    </ul>
  )
}
