import type { StoreApi } from 'zustand/vanilla'

import type { Failure } from '../../../contract/errors/failure.ts'
import type { Client } from '../client/client.ts'
import type { CredentialSource } from '../client/connection/credential.ts'
import { createObservable } from '../client/observable.ts'
import { createToolServer, type ToolServer } from '../mcp/tool-server.ts'
import type { SavedToolServer, SavedToolServers } from '../storage/connection/saved-tool-servers.ts'
import {
  addToolSource,
  toolsChanged,
  type ToolSource,
  type ToolSourcesState,
} from '../tools/tool.ts'

/** What the tool servers of a page need. */
export interface ToolServersWorld {
  client: Client
  saved: SavedToolServers
  /** Where a conversation finds the tools of connected servers. */
  sources: StoreApi<ToolSourcesState>
  /** The credential of a server whose authorization is in the vault. */
  sealedCredential: (server: SavedToolServer) => CredentialSource
  /** Called with the exchange of each tool call that is over. */
  onCalled: (exchangeId: string) => void
}

/** The tool servers of a page. */
export interface ToolServers {
  saved: SavedToolServers
  /** Those that were connected to in this tab, or tried, by their id. */
  open: StoreApi<ReadonlyMap<string, ToolServer>>
  /**
   * Connects to a server, in place of what was open of it, and saves it. One that can't be connected to
   * changes nothing. Resolves to the failure.
   */
  connect(
    server: SavedToolServer,
    credential: CredentialSource | undefined,
    signal: AbortSignal,
  ): Promise<Failure | undefined>
  /** Connects to a saved server again, as far as that needs nothing to be entered. */
  reconnect(id: string, signal: AbortSignal): Promise<void>
  /** From now on a server's authorization is read from the vault, where it was just saved. */
  useSealed(id: string): Promise<void>
  /** Chooses which tools of a server go out. */
  setOff(id: string, off: readonly string[]): void
  /** Ends what runs there, and forgets the server. */
  remove(id: string): void
}

export function createToolServers(world: ToolServersWorld): ToolServers {
  const { client, saved, sources, sealedCredential, onCalled } = world
  const open = createObservable<ReadonlyMap<string, ToolServer>>(new Map(), client.world.report)
  const removals = new Map<string, () => void>()
  const find = (id: string) => saved.store.getState().find((one) => one.id === id)

  const close = (id: string) => {
    removals.get(id)?.()
    removals.delete(id)
    void open.getState().get(id)?.close()
  }
  const enter = (server: ToolServer) => {
    close(server.id)
    const without = addToolSource(sources, offered(server))
    const unfollow = server.store.subscribe(() => toolsChanged(sources))
    removals.set(server.id, () => {
      unfollow()
      without()
    })
    open.setState(new Map([...open.getState(), [server.id, server]]), true)
  }
  /** The server as a conversation sees it: without the tools that a person turned off. */
  const offered = (server: ToolServer): ToolSource => ({
    kind: server.kind,
    id: server.id,
    name: server.name,
    url: server.url,
    tools: () => {
      const off = find(server.id)?.off ?? []
      return server.tools().filter(({ name }) => !off.includes(name))
    },
    call: async (call, options) => {
      const outcome = await server.call(call, options)
      if (outcome.exchangeId !== undefined) onCalled(outcome.exchangeId)
      return outcome
    },
  })

  return {
    saved,
    open,
    async connect(address, credential, signal) {
      const server = createToolServer(client, address, credential)
      const failure = await server.connect(signal)
      if (failure !== undefined || signal.aborted) {
        void server.close()
        return failure
      }
      saved.save(address)
      enter(server)
      return undefined
    },
    async reconnect(id, signal) {
      const known = open.getState().get(id)
      const address = find(id)
      if (address === undefined || known?.store.getState().status === 'connecting') return
      if (known !== undefined) return void (await known.connect(signal))
      // Without its authorization it would only refuse.
      if (address.usesAuthorization && address.isRemembered !== true) return
      const credential = address.isRemembered === true ? sealedCredential(address) : undefined
      const server = createToolServer(client, address, credential)
      enter(server)
      await server.connect(signal)
    },
    async useSealed(id) {
      const address = find(id)
      if (address === undefined) return
      saved.save({ ...address, isRemembered: true })
      const server = createToolServer(client, address, sealedCredential(address))
      const failure = await server.connect(new AbortController().signal)
      if (failure === undefined && find(id) !== undefined) enter(server)
      else void server.close()
    },
    setOff(id, off) {
      const server = find(id)
      if (server === undefined) return
      saved.save({ ...server, off: [...off] })
      toolsChanged(sources)
    },
    remove(id) {
      close(id)
      saved.remove(id)
      open.setState(new Map([...open.getState()].filter(([other]) => other !== id)), true)
    },
  }
}
