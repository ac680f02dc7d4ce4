import { useEffect, useState } from 'react'

import { ChunkBoundary } from '../ui/feedback/part.tsx'
import { EmptyState, Spinner } from '../ui/feedback/states.tsx'
import { currentPath, Link, useLocation } from '../ui/hooks/location.tsx'
import { areas } from './area-links.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { readRoute } from './read-route.ts'

/** Fetches the code of the area at the current path. */
export async function preloadArea(): Promise<void> {
  await areaAt(currentPath())?.page.preload()
}

// It is on its way while the shell is being drawn.
void preloadArea()

function areaAt(pathname: string) {
  const path = readRoute(pathname)?.area
  return areas.find((area) => area.path === path)
}

/** The area at the current path. One conversation follows another without building the page anew. */
export function Routes() {
  const [pathname] = useLocation()
  const route = readRoute(pathname)
  const area = areaAt(pathname)
  useEffect(() => {
    document.title = `${area?.label ?? 'Not found'} · Vendor Playground`
  }, [area])

  if (area === undefined || route === undefined)
    return (
      <EmptyState
        title="Page not found"
        actions={
          <Link href="/chat" className="text-accent underline">
            Go to Chat
          </Link>
        }
      >
        Check the URL. It may belong to another version of the playground.
      </EmptyState>
    )
  const { Part } = area.page
  const { conversationId } = route
  return (
    <ErrorBoundary key={area.path}>
      <h1 className="sr-only">{area.label}</h1>
      <ChunkBoundary fallback={<PendingArea label={area.label} />}>
        <Part {...(conversationId === undefined ? {} : { conversationId })} />
      </ChunkBoundary>
    </ErrorBoundary>
  )
}

/** After this long a wait says what it is for, ms. */
const SAY_AFTER_MS = 400

/** Stands for an area whose code is on its way; says so only when it takes long. */
function PendingArea({ label }: { label: string }) {
  const [takesLong, setTakesLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTakesLong(true), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="m-auto flex items-center gap-2 text-sm text-text-2">
      {takesLong && (
        <>
          <Spinner /> Loading {label}
        </>
      )}
    </output>
  )
}
