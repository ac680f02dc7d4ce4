import { useStore } from 'zustand'

import type { HeaderList } from '../../../../contract/headers/header-list.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { customHeaderFault, HEADERS_NOTE } from '../../../core/client/custom-headers.ts'
import { changeDraft } from '../../../core/explore/draft.ts'
import { client } from '../../../page/client.ts'
import { explore } from '../../../page/explore.ts'
import { HeaderFields } from '../../../ui/controls/header-fields.tsx'

/** The headers that are sent with the call, besides the page's own. */
export function CallHeaders({ headers }: { headers: HeaderList }) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const providerName = connection?.providerName ?? NEUTRAL_PROVIDER_NAME
  return (
    <section aria-labelledby="explore-headers" className="flex flex-col gap-2">
      <h3 id="explore-headers" className="font-semibold">
        Request headers
      </h3>
      <HeaderFields
        headers={headers}
        onChange={(next) => changeDraft(explore, { headers: next })}
        faultOf={(name, value) => customHeaderFault(name, value, providerName)}
        note={HEADERS_NOTE[connection?.kind ?? 'local']}
      />
    </section>
  )
}
