import type { ReactNode } from 'react'

import { CopyButton } from '../../../ui/controls/copy-button.tsx'

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
