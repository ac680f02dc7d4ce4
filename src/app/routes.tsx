import { useEffect } from 'react'

import { ChunkBoundary } from '../ui/feedback/chunk-boundary.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Link, useLocation } from '../ui/hooks/location.tsx'
import { areas } from './areas.ts'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { PendingArea } from './pending-area.tsx'
import { readRoute } from './read-route.ts'

// The code of the first area is on its way while the shell is being drawn.
areaAt(location.pathname)?.page.preload()

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
        title="There is no page here"
        actions={
          <Link href="/chat" className="text-accent underline">
            Go to Chat
          </Link>
        }
      >
        The address may be misspelt, or it belongs to another version of the playground.
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
