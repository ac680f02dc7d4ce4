import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { web3KeyOffer } from '../../core/client/queries/web3-key-offer.ts'
import type { Owner } from '../../core/wallet/state/owner.ts'
import { client } from '../../page/client.ts'
import { queryClient } from '../../page/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChunkBoundary } from '../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'

const CreateKey = lazyComponent(() => import('./create-key.tsx').then((m) => m.CreateKey))

/** An API key for one signature, where the API gives wallets keys; nothing anywhere else. */
export function WalletKey({ owner }: { owner: Owner }) {
  const { connection, session } = owner
  const isOffered = useQuery(web3KeyOffer(client, connection), queryClient).data === true
  const [isOpen, setOpen] = useState(false)
  const { credential, kind } = connection
  if (credential?.madeBy === session.address)
    return (
      <p role="status" className="text-sm text-text-2">
        Requests use {credential.label}, without prompts. It's kept in memory only, cleared on
        reload.
        {kind === 'remote' && ' Edit the connection to remember it.'}
      </p>
    )
  if (!isOffered) return null
  if (isOpen)
    return (
      <ChunkBoundary>
        <CreateKey owner={owner} onClose={() => setOpen(false)} />
      </ChunkBoundary>
    )
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
      This API gives your wallet an API key: one signature, then no prompts.
      <Button onClick={() => setOpen(true)}>Create API key</Button>
    </p>
  )
}
