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

/** The second step: what is signed to sign in, in words, before the wallet opens. */
export function SignInStep({ owner }: { owner: Owner }) {
  const { isSigningIn, signInTrouble, local, flow } = useStore(wallet.view)
  const { session, host, connection } = owner
  const network = signInNetwork(session.family, local ?? undefined)
  const example = signInText(
    mintSignIn({
      url: `${connection.baseUrl}/x402/balance/${session.address}`,
      address: session.address,
      network,
      nowMs: 0,
      nonce: 'different-each-time',
    }),
  )
  return (
    <StepFrame
      title="Sign in with your wallet"
      actions={
        <>
          <Button variant="primary" aria-disabled={isSigningIn} onClick={() => void signIn(wallet)}>
            {isSigningIn && <Spinner />} Sign in
          </Button>
          {isSigningIn && !session.practice && (
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
        label="What you sign"
        facts={[
          { label: 'Who asks', value: <span className="font-mono text-xs">{host}</span> },
          {
            label: 'For what',
            value: 'To see the credit of this wallet, and to use it for requests',
          },
          { label: 'Until when', value: 'Four minutes from each signature' },
          { label: 'What it costs', value: 'Nothing. It moves no funds and allows no payment.' },
          {
            label: 'As which wallet',
            value: <span className="font-mono text-xs">{session.address}</span>,
          },
          {
            label: 'On which chain',
            value: `${network.name} (named in the text; your wallet need not be on it)`,
          },
        ]}
      />
      {host !== location.host && (
        <p className="max-w-prose text-sm text-warn">
          This page is at <span className="font-mono">{location.host}</span> and the API at{' '}
          <span className="font-mono">{host}</span>. Wallets compare the two: most will warn you,
          and some refuse to sign. Sign only when the wallet names{' '}
          <span className="font-mono">{host}</span>, as the text below does.
        </p>
      )}
      <p className="max-w-prose text-sm text-text-2">
        A signature works once, so <strong>every request you send asks your wallet again</strong>:
        chat, image edits, and each look at the balance. Nothing is signed by itself.
      </p>
      <Disclosure summary="The text, as your wallet shows it">
        <pre className="overflow-x-auto rounded-md bg-surface-1 p-3 font-mono text-xs whitespace-pre-wrap">
          {example
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
        title={
          isForeign
            ? 'This API asks for a sign-in to another address'
            : 'The sign-in challenge fails a check'
        }
      >
        <p>
          {isForeign
            ? `You are connected to ${trouble.host}. A signature for another host could be used there in your name, so your wallet was not asked. A proxy in between can cause this, and so can an attack: connect to the API at its own address.`
            : 'Your wallet was not asked. If the clock of this computer is right, the fault is with the API.'}
        </p>
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
