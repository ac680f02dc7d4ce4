import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface PlannedAreaProps {
  title: string
  /** What the area is for, in one sentence. */
  purpose: string
  /** What it will hold. */
  parts: readonly { icon: ReactNode; name: string; text: string }[]
  /** What can be done today instead. */
  children: ReactNode
}

/** A page for an area that is not built: what it will hold, and plainly that it is not there. */
export function PlannedArea({ title, purpose, parts, children }: PlannedAreaProps) {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 py-8 md:py-16">
      <header className="flex flex-col gap-2">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="text-lg text-text-2">{purpose}</p>
        <p className="text-sm text-warn">Not built yet. Nothing on this page can be used.</p>
      </header>
      <ul className="border-y">
        {parts.map(({ icon, name, text }) => (
          <li key={name} className="flex gap-3 border-b py-3 last:border-b-0">
            <span className="mt-0.5 shrink-0 text-text-3">{icon}</span>
            <div>
              <h3 className="font-medium">{name}</h3>
              <p className="text-sm text-text-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="text-sm text-text-2">
        {children}{' '}
        <Link href="/chat" className="text-accent underline">
          Go to Chat
        </Link>
      </p>
    </div>
  )
}
