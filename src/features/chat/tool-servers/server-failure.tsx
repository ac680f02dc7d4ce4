import type { ReactNode } from 'react'

import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { visibleText } from '../../../ui/content/visible-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'

interface ServerFailureProps {
  failure: Failure
  exchangeId?: string | undefined
  actions?: ReactNode
}

/** Why a tool server can't be used: what happened, what it means, what to press. */
export function ServerFailure({ failure, exchangeId, actions }: ServerFailureProps) {
  const { title, meaning, nextStep } = adviceForFailure(failure)
  return (
    <ErrorNotice
      title={visibleText(title)}
      actions={
        <>
          {actions}
          {exchangeId !== undefined && (
            <Button onClick={() => openInspector(exchangeId)}>Inspect</Button>
          )}
        </>
      }
    >
      <p className="wrap-anywhere">{visibleText(meaning)}</p>
      <p className="mt-1 wrap-anywhere text-text-1">{visibleText(nextStep)}</p>
    </ErrorNotice>
  )
}
