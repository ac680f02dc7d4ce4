import { useStore } from 'zustand'

import { client } from '../page/client.ts'
import { Button } from '../ui/controls/button.tsx'
import { useLocation } from '../ui/hooks/location.tsx'

/** The wallet's part of the connection dialog: what pays the requests, and the way to change it. */
export function WalletPayment({ onDone }: { onDone: () => void }) {
  const [, navigate] = useLocation()
  const connection = useStore(client.connections.store, (state) => state.connection)
  if (connection === undefined) return null
  const { credential } = connection
  const isWallet = credential?.kind === 'wallet'
  return (
    <section
      aria-label="Payment"
      className="flex flex-wrap items-center justify-between gap-2 border-t pt-3 text-sm"
    >
      <p className="text-text-2">
        {isWallet
          ? credential.isSealed
            ? 'Your pocket account pays for requests, and signs them by itself within its limits.'
            : 'Your wallet pays for requests. Each requires a signature.'
          : 'Requests can be paid with a wallet instead of a key.'}
      </p>
      <span className="flex gap-2">
        {isWallet && (
          <Button
            onClick={() => {
              client.connections.restorePaymentMethod()
              onDone()
            }}
          >
            {credential.isSealed ? 'Stop paying with pocket account' : 'Stop paying with wallet'}
          </Button>
        )}
        <Button
          onClick={() => {
            navigate('/wallet')
            onDone()
          }}
        >
          {isWallet ? 'Open the wallet' : 'Use a wallet'}
        </Button>
      </span>
    </section>
  )
}
