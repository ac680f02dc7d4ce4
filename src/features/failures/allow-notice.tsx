import { useStore } from 'zustand'

import { keysInMemory } from '../../core/client/connection/handed-keys.ts'
import { client } from '../../page/client.ts'
import { keyHandover } from '../../page/connections.ts'

interface AllowNoticeProps {
  origin: string
  /** Only whoever hosts the page can allow it. */
  isFixed: boolean
}

/** Says how an origin comes to be allowed by the page's Content Security Policy. */
export function AllowNotice({ origin, isFixed }: AllowNoticeProps) {
  return (
    <p className="rounded-md bg-surface-2 p-3 text-sm text-text-2">
      This page may only contact <Origin>{location.origin}</Origin>.{' '}
      {isFixed ? (
        <>
          Whoever hosts it can add <Origin>{origin}</Origin> to what its web server allows
          (--allow-api).
        </>
      ) : (
        <>
          Allow <Origin>{origin}</Origin> on the next page. You come back here.
          <KeysToEnterAgain />
        </>
      )}
    </p>
  )
}

/** Says which keys the load costs, where they can't be taken along. */
function KeysToEnterAgain() {
  const open = useStore(client.connections.store, (state) => state.open)
  const names = keyHandover.isPossible() ? [] : keysInMemory(open).map(({ name }) => name)
  return names.length === 0 ? null : <> Afterwards, enter the key of {names.join(', ')} again.</>
}

function Origin({ children }: { children: string }) {
  return <span className="font-mono text-xs text-text-1">{children}</span>
}
