import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { keysInMemory } from '../../core/client/connection/handed-keys.ts'
import { client } from '../../page/client.ts'
import { keyHandover } from '../../page/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormField } from '../../ui/controls/fields.tsx'
import { Switch } from '../../ui/controls/toggles.tsx'
import { Spinner } from '../../ui/feedback/states.tsx'

/** An attempt to connect as it goes on: `running`, what came of it, or nothing yet. */
export function useAttempt<Result extends object>() {
  const [attempt, setAttempt] = useState<Result | 'running'>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return {
    isRunning: attempt === 'running',
    result: typeof attempt === 'object' ? attempt : undefined,
    finish: setAttempt,
    /** The signal ends with the form, and when anything in it changes. */
    begin: (): AbortSignal => {
      running.current?.abort()
      running.current = new AbortController()
      setAttempt('running')
      return running.current.signal
    },
    forget: () => {
      running.current?.abort()
      setAttempt(undefined)
    },
  }
}

interface EntryProps extends ComponentProps<'input'> {
  label: string
  hint?: string
  problem?: string | undefined
}

/** A line to type into, with its label. */
export function Entry({ label, hint = '', problem, ...input }: EntryProps) {
  return (
    <FormField label={label} hint={hint} problem={problem}>
      {(field) => <input type="text" autoComplete="off" spellCheck={false} {...field} {...input} />}
    </FormField>
  )
}

interface AddressFormProps {
  label: string
  className: string
  formRef?: Ref<HTMLFormElement>
  url: EntryProps
  /** What authenticates there. It stays in its field until it is used: it's in no state and in no store. */
  secret: EntryProps
  isRemembered: boolean
  onRemember: (isRemembered: boolean) => void
  /** The origin that the page may not contact yet; undefined where it may, or there is no URL. */
  toAllow: string | undefined
  /** Only whoever hosts the page can allow an origin. */
  isFixed: boolean
  before?: ReactNode
  belowUrl?: ReactNode
  more?: ReactNode
  children: ReactNode
  submit: ReactNode
  isBlocked?: boolean
  isRunning: boolean
  onSubmit: () => void
  onCancel: () => void
}

/** An address, what authenticates there, and what allows it: for whatever the page connects to. */
export function AddressForm(props: AddressFormProps) {
  const { label, className, formRef, url, secret, isRemembered, toAllow, isFixed, isRunning } =
    props
  const isAllowed = toAllow === undefined
  return (
    <form
      ref={formRef}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRunning) props.onSubmit()
      }}
      noValidate
      aria-label={label}
      className={`flex flex-col ${className}`}
    >
      {props.before}
      <Entry type="url" inputMode="url" {...url} />
      {props.belowUrl}
      <Entry
        type="password"
        disabled={!isAllowed}
        {...secret}
        hint={
          !isAllowed
            ? 'Enter it after allowing: the page reloads.'
            : isRemembered
              ? 'Saved encrypted in this browser. A passphrase or passkey unlocks it.'
              : (secret.hint ?? '')
        }
      />
      <div className="-my-2 flex items-center justify-between text-sm">
        <span aria-hidden>Remember this key</span>
        <Switch label="Remember this key" checked={isRemembered} onChange={props.onRemember} />
      </div>
      {props.more}
      {!isAllowed && <AllowNotice origin={toAllow} isFixed={isFixed} />}
      {props.children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={props.onCancel}>
          Cancel
        </Button>
        {(isAllowed || !isFixed) && (
          <Button
            type="submit"
            variant="primary"
            disabled={props.isBlocked}
            aria-disabled={isRunning}
          >
            {isRunning && <Spinner />}
            {props.submit}
          </Button>
        )}
      </div>
    </form>
  )
}

interface AllowNoticeProps {
  origin: string
  /** Only whoever hosts the page can allow it. */
  isFixed: boolean
}

/** Says how an origin comes to be allowed by the page's Content Security Policy. */
export function AllowNotice({ origin, isFixed }: AllowNoticeProps) {
  return (
    <p className="rounded-md bg-surface-2 p-3 text-sm text-text-2">
      This page may only contact <Origin>{location.origin}</Origin>.{' '}
      {isFixed ? (
        <>
          Whoever hosts it can add <Origin>{origin}</Origin> to what its web server allows
          (--allow-api).
        </>
      ) : (
        <>
          Allow <Origin>{origin}</Origin> on the next page. You come back here.
          <KeysToEnterAgain />
        </>
      )}
    </p>
  )
}

/** Says which keys the load costs, where they can't be taken along. */
function KeysToEnterAgain() {
  const open = useStore(client.connections.store, (state) => state.open)
  const names = keyHandover.isPossible() ? [] : keysInMemory(open).map(({ name }) => name)
  return names.length === 0 ? null : <> Afterwards, enter the key of {names.join(', ')} again.</>
}

function Origin({ children }: { children: string }) {
  return <span className="font-mono text-xs text-text-1">{children}</span>
}
