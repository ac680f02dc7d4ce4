import { Component, type ReactNode } from 'react'

import { LongText } from '../../../ui/content/code.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ChunkLoadError } from '../../../ui/feedback/part.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'

interface MessageBoundaryProps {
  text: () => string
  toolbar?: ReactNode
  children: ReactNode
}

interface MessageBoundaryState {
  failure: { error: unknown } | undefined
  showsText: boolean
}

const DRAWN: MessageBoundaryState = { failure: undefined, showsText: false }

/** Keeps a message that cannot be drawn to its own place, so that the conversation opens. */
export class MessageBoundary extends Component<MessageBoundaryProps, MessageBoundaryState> {
  override state = DRAWN

  static getDerivedStateFromError(error: unknown): MessageBoundaryState {
    return { failure: { error }, showsText: false }
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkLoadError)) reportError(error)
  }

  override render(): ReactNode {
    const { failure, showsText } = this.state
    if (failure === undefined) return this.props.children
    // Code that could not be fetched is for the boundary that fetches it again.
    if (failure.error instanceof ChunkLoadError) throw failure.error
    return (
      <div className="flex flex-col gap-2">
        <ErrorNotice
          title="Can't show this message"
          actions={
            <>
              {!showsText && (
                <Button variant="primary" onClick={() => this.setState({ showsText: true })}>
                  Show as text
                </Button>
              )}
              <Button onClick={() => this.setState(DRAWN)}>Try again</Button>
            </>
          }
        >
          <p>Rendering failed. The message itself is saved unchanged.</p>
        </ErrorNotice>
        {this.props.toolbar}
        {showsText && (
          <LongText
            label="Message as text"
            read={(limit) => this.props.text().slice(0, limit)}
            whole={this.props.text}
            wrap
          />
        )}
      </div>
    )
  }
}
