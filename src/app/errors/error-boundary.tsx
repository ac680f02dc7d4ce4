import { Component, type ReactNode } from 'react'

import { redactSecretShapes } from '../../../contract/headers/secrets/secret-mask.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { ErrorNotice } from '../../ui/feedback/states.tsx'

interface ErrorBoundaryState {
  failure?: { error: unknown }
}

/** Keeps a fault of one part of the page to that part, and says what can be done. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {}

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error)
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    const details = errorDetails(failure.error)
    return (
      <div className="m-auto w-full max-w-xl p-4">
        <ErrorNotice
          title="This section crashed"
          actions={
            <>
              <Button variant="primary" onClick={() => location.reload()}>
                Reload
              </Button>
              <CopyButton text={details} label="Copy details" />
            </>
          }
        >
          <p>Your conversations are saved. Copy the details to report it.</p>
          <p className="mt-2 font-mono text-xs text-text-3">{details.split('\n')[0]}</p>
        </ErrorNotice>
      </div>
    )
  }
}

/** What may be copied into a report about a fault of the page; what looks like a secret is removed. */
export function errorDetails(error: unknown): string {
  const text =
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  return redactSecretShapes(text).slice(0, 4000)
}
