import type { ReactNode } from 'react'

interface DefinitionListProps {
  items: readonly (readonly [term: ReactNode, value: ReactNode])[]
}

/** Terms and values in two columns. */
export function DefinitionList({ items }: DefinitionListProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {items.map(([term, value], index) => (
        // The terms of a list never change places.
        <div key={index} className="contents">
          <dt className="text-text-3">{term}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
