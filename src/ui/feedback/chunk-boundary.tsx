import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { Button } from '../controls/button.tsx'
import { retryChunks, chunkRetries, ChunkLoadError } from './lazy-component.ts'
import { findLoadFault, LOAD_FAULTS } from './load-fault.ts'

interface ChunkBoundaryProps {
  children: ReactNode
  /** What stands here while the code is on its way. */
  fallback?: ReactNode
  /** Shows the fallback also when the code cannot be fetched: it will do, or another part says so. */
  quiet?: boolean
}

/**
 * Where parts whose code is a `lazyComponent` are shown. One that cannot be fetched leaves the rest of the
 * page as it is: in its place stand words and a way to try again.
 */
export function ChunkBoundary({ children, fallback, quiet = false }: ChunkBoundaryProps) {
  const attempts = useStore(chunkRetries)
  return (
    <Boundary attempts={attempts} instead={quiet ? fallback : <Notice />}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}

interface BoundaryProps {
  attempts: number
  instead: ReactNode
  children: ReactNode
}

interface BoundaryState {
  attempts: number
  error?: unknown
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { attempts: this.props.attempts }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps({ attempts }: BoundaryProps, before: BoundaryState) {
    return attempts === before.attempts ? null : { attempts, error: undefined }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof ChunkLoadError) return this.props.instead
    // Anything else is for the boundary of the whole part.
    throw error
  }
}

function Notice() {
  const [fault, setFault] = useState<keyof typeof LOAD_FAULTS>()
  useEffect(() => void findLoadFault().then(setFault), [])
  const isUpdated = fault === 'updated'
  return (
    <div role="status" className="flex max-w-2xl flex-wrap items-center gap-2 p-2 text-sm">
      <p className={isUpdated ? 'text-text-2' : 'text-bad'}>
        {isUpdated ? LOAD_FAULTS.updated : "Couldn't load this section."}
        {fault === 'unreachable' && ` ${LOAD_FAULTS.unreachable}`}
      </p>
      {!isUpdated && <Button onClick={retryChunks}>Try again</Button>}
      <Button variant={isUpdated ? 'primary' : 'ghost'} onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}
