import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** What stands at the right of the title: a size, a switch of views. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a tab under its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center gap-2">
        <h3 id={headingId} className="grow font-semibold">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
