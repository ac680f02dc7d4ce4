import { useStore } from 'zustand'

import { settleModel } from '../../core/chat/conversation/settle-model.ts'
import { LOCAL_ID } from '../../core/client/connection/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { chat } from '../chat.ts'
import { client } from '../client.ts'
import { savedConnections } from '../connections.ts'

/** The way from an API that lacks something to the local service; nothing where there is none. */
export function UseThisMachine() {
  const hasLocal = useStore(client.connections.store, ({ config }) => config.baseUrl !== undefined)
  const isLocal = useStore(client.connections.store, (state) => state.connection?.kind === 'local')
  if (!hasLocal || isLocal) return null
  return (
    <Button
      onClick={() => {
        if (!client.connections.select(LOCAL_ID)) client.connections.connectLocal()
        savedConnections.saveOpen(LOCAL_ID)
        void settleModel(chat)
      }}
    >
      Use This machine
    </Button>
  )
}
