import { useEffect, useState } from 'react'

import type { Conversation } from '../../storage/conversation.ts'
import { listConversations, subscribeConversations } from '../../storage/conversations.ts'

interface Listing {
  /** When they were read, Unix ms. */
  readAtMs: number
  /** Undefined while they are being read. */
  conversations?: readonly Conversation[]
  /** Why they cannot be read, in the browser's words. */
  failure?: string
}

/** The conversations of this browser, latest first, kept up to date with every tab. */
export function useConversations(): Listing {
  const [listing, setListing] = useState<Listing>({ readAtMs: 0 })
  useEffect(() => {
    let isShown = true
    const read = async () => {
      try {
        const conversations = await listConversations()
        if (isShown) setListing({ conversations, readAtMs: Date.now() })
      } catch (error) {
        if (isShown)
          setListing({
            readAtMs: Date.now(),
            failure: error instanceof Error ? error.message : 'no reason',
          })
      }
    }
    void read()
    const stop = subscribeConversations(() => void read())
    return () => {
      isShown = false
      stop()
    }
  }, [])
  return listing
}
