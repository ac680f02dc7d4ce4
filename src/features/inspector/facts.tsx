import type { ReactNode } from 'react'

interface FactsProps {
  /** Terms with their values, in order. */
  facts: readonly (readonly [term: string, value: ReactNode])[]
}

/** Terms and values in two columns. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-text-3">{term}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
