import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { atMost } from '../../../core/chat/request/max-cost.ts'
import { spendBound } from '../../../core/tools/spend-bound.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'

/** The most that tools can lead to from here on, with all the rounds that are left. */
export function EpisodeCost() {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const { conversation, messages } = useStore(chat.conversation)
  const sources = useStore(chat.toolSources)
  const [total, setTotal] = useState<number>()
  useEffect(() => {
    let isGone = false
    if (connection === undefined) return undefined
    // A price that can't be had is unknown.
    void spendBound(chat, connection)
      .catch(() => undefined)
      .then((bound) => !isGone && setTotal(bound?.total))
    return () => {
      isGone = true
    }
  }, [connection, conversation, messages, sources])
  return (
    <span
      title="Every round as long as the model can read, at its list price"
      className="text-xs whitespace-nowrap text-money tabular-nums"
    >
      {total === undefined ? 'Max cost unknown' : `Max cost ${atMost(total)}`}
    </span>
  )
}
