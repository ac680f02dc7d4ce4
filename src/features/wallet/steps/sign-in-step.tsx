import { useStore } from 'zustand'

import { mintSignIn } from '../../../../contract/wallet/sign-in-check.ts'
import { signInText } from '../../../../contract/wallet/sign-in-text.ts'
import { signInNetwork } from '../../../core/wallet/sign-in/wallet-credential.ts'
import type { Owner } from '../../../core/wallet/state/owner.ts'
import { cancelSignIn, signIn } from '../../../core/wallet/state/sign-in.ts'
import type { SignInTrouble } from '../../../core/wallet/state/view-store.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { AreaFailure } from './area-failure.tsx'
import { FlowNoticeView } from './flow-notice.tsx'
import { FactList, StepFrame } from './step-frame.tsx'
import { WalletLine } from './wallet-line.tsx'

/** The first step goes on: what is signed to sign in, in words, before the wallet opens. */
export function SignInStep({ owner }: { owner: Owner }) {
  const { isSigningIn, signInTrouble, local, flow } = useStore(wallet.view)
  const { session, host, connection } = owner
  const network = signInNetwork(session.family, local ?? undefined)
  const example = mintSignIn({
    url: `${connection.baseUrl}/x402/balance/${session.address}`,
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
          <Button variant="primary" aria-disabled={isSigningIn} onClick={() => void signIn(wallet)}>
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
          {
            label: 'Allows',
            value: "Viewing this wallet's balance, and paying for requests with it",
          },
          { label: 'Expires', value: 'Four minutes after each signature' },
        ]}
      />
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
      {signInTrouble !== undefined && <SignInProblem trouble={signInTrouble} />}
    </StepFrame>
  )
}

/** Why a sign-in did not come about, with what to press. */
export function SignInProblem({ trouble }: { trouble: SignInTrouble }) {
  if (trouble.kind === 'challenge') {
    const isForeign = trouble.problems.some(({ field }) => field === 'domain' || field === 'uri')
    return (
      <ErrorNotice
        title={isForeign ? 'Sign-in for another domain' : 'Sign-in request failed validation'}
      >
        <p>
          {isForeign
            ? `Your wallet wasn't prompted. A signature for a host other than ${trouble.host} could be misused.`
            : "Your wallet wasn't prompted. If your clock is right, the API sent an invalid request."}
        </p>
        {isForeign && (
          <p>A proxy can cause this, and so can an attack. Connect to the API at its own URL.</p>
        )}
        <ul className="mt-1 list-disc pl-4">
          {trouble.problems.map(({ field, found, expected }) => (
            <li key={field + found}>
              <code className="font-mono">{field}</code> is “{found}”, but must be {expected}.
            </li>
          ))}
        </ul>
      </ErrorNotice>
    )
  }
  return <AreaFailure failure={trouble.failure} />
}
