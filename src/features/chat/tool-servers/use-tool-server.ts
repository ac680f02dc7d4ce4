import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import type { ToolServer, ToolServerState } from '../../../core/mcp/tool-server.ts'
import { toolServers } from '../../../page/tools/tool-servers.ts'

const CLOSED = createStore<ToolServerState>(() => ({ status: 'disconnected' }))

/** A saved server as it is in this tab, with its state; without a server while it was not connected to. */
export function useToolServer(
  id: string,
): { server: ToolServer | undefined } & { state: ToolServerState } {
  const server = useStore(toolServers.open, (open) => open.get(id))
  return { server, state: useStore(server?.store ?? CLOSED) }
}
