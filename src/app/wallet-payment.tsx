import { useStore } from 'zustand'

import { client } from '../page/client.ts'
import { Button } from '../ui/controls/button.tsx'
import { useLocation } from '../ui/hooks/location.tsx'
import { walletPaymentWords } from './connection/connection-dot.tsx'

/** The wallet's part of the connection dialog: what pays the requests, and the way to change it. */
export function WalletPayment({ onDone }: { onDone: () => void }) {
  const [, navigate] = useLocation()
  const connection = useStore(client.connections.store, (state) => state.connection)
  if (connection === undefined) return null
  const { pays, stop } = walletPaymentWords(connection)
  return (
    <section
      aria-label="Payment"
      className="flex flex-wrap items-center justify-between gap-2 border-t pt-3 text-sm"
    >
      <p className="text-text-2">{pays}</p>
      <span className="flex gap-2">
        {stop !== undefined && (
          <Button
            onClick={() => {
              client.connections.restorePaymentMethod()
              onDone()
            }}
          >
            {stop}
          </Button>
        )}
        <Button
          onClick={() => {
            navigate('/wallet')
            onDone()
          }}
        >
          {stop === undefined ? 'Use a wallet' : 'Open the wallet'}
        </Button>
      </span>
    </section>
  )
}
