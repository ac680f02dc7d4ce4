import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { adviceForFailure, type Failure } from '../../../../contract/errors/failure.ts'
import type { ToolServer, ToolServerState } from '../../../core/mcp/tool-server.ts'
import { openInspector } from '../../../page/inspector-store.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'
import { visibleText } from '../../../ui/content/visible-text.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorNotice } from '../../../ui/feedback/states.tsx'

const CLOSED = createStore<ToolServerState>(() => ({ status: 'disconnected' }))

/** A saved server as it is in this tab, with its state; without a server while it was not connected to. */
export function useToolServer(
  id: string,
): { server: ToolServer | undefined } & { state: ToolServerState } {
  const server = useStore(toolServers.open, (open) => open.get(id))
  return { server, state: useStore(server?.store ?? CLOSED) }
}

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
