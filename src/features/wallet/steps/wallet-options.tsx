import { useId, useState } from 'react'
import { useStore } from 'zustand'

import { PAYMENT_HEADERS } from '../../../../contract/wallet/payment/payment-payload.ts'
import { dispatch } from '../../../core/wallet/state/view-store.ts'
import { saveWalletSettings, SIGN_IN_HEADERS } from '../../../core/wallet/wallet.ts'
import { client } from '../../../page/client.ts'
import { wallet } from '../../../page/wallet/wallet.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'

/** What few people change: how requests are paid, the names of the headers, the daily limit. */
export function WalletOptions() {
  const settings = useStore(wallet.settings)
  const isPaying = useStore(
    client.connections.store,
    ({ connection }) => connection?.credential?.kind === 'wallet',
  )
  const limitId = useId()
  const [limit, setLimit] = useState(String(settings.dailyLimitMicroUsd / 1_000_000))
  const isLimit = /^\d{1,5}$/.test(limit)
  return (
    <Disclosure summary={<span className="text-sm text-text-2">Options</span>}>
      <div className="flex flex-col gap-4 px-1 py-3 text-sm">
        {isPaying && (
          <p className="flex flex-wrap items-center gap-2">
            Chat and image requests are paid from this wallet.
            <Button
              onClick={() => {
                client.connections.restorePaymentMethod()
                wallet.view.setState({ signedIn: undefined })
                dispatch(wallet.view, { type: 'back' })
              }}
            >
              Stop paying with wallet
            </Button>
          </p>
        )}
        <label htmlFor={limitId} className="flex flex-wrap items-center gap-2">
          Daily spend limit (USD)
          <input
            id={limitId}
            inputMode="numeric"
            value={limit}
            aria-invalid={!isLimit}
            onChange={(event) => {
              setLimit(event.target.value)
              if (/^\d{1,5}$/.test(event.target.value))
                saveWalletSettings(wallet.settings, {
                  dailyLimitMicroUsd: Number(event.target.value) * 1_000_000,
                })
            }}
            className="w-24 field font-mono"
          />
        </label>
        <HeaderChoice
          label="Sign-in header"
          names={SIGN_IN_HEADERS}
          value={settings.signInHeader}
          onChange={(signInHeader) => saveWalletSettings(wallet.settings, { signInHeader })}
        />
        <HeaderChoice
          label="Payment header"
          names={PAYMENT_HEADERS}
          value={settings.paymentHeader}
          onChange={(paymentHeader) => saveWalletSettings(wallet.settings, { paymentHeader })}
        />
        <p className="text-xs text-text-3">
          The first name of each is current. Older services may require another.
        </p>
      </div>
    </Disclosure>
  )
}

interface HeaderChoiceProps<Name extends string> {
  label: string
  names: readonly Name[]
  value: Name
  onChange: (name: Name) => void
}

function HeaderChoice<Name extends string>({ label, names, ...field }: HeaderChoiceProps<Name>) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span aria-hidden>{label}</span>
      <Select
        {...field}
        aria-label={label}
        options={names.map((name) => ({ value: name, label: name }))}
        className="font-mono"
      />
    </p>
  )
}
