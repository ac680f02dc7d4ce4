import { useStore } from 'zustand'

import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { setHeaders } from '../../../core/chat/conversation/current-conversation.ts'
import { customHeaderFault, HEADERS_NOTE } from '../../../core/client/custom-headers.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { HeaderFields } from '../../../ui/controls/header-fields.tsx'

/** The headers that are sent with the requests of this conversation, besides the page's own. */
export function RequestHeaders() {
  const headers = useStore(chat.conversation, ({ conversation }) => conversation.headers) ?? []
  const connection = useStore(client.connections.store, (state) => state.connection)
  const providerName = connection?.providerName ?? NEUTRAL_PROVIDER_NAME
  return (
    <Disclosure
      label="Request headers"
      open={headers.length > 0}
      className="p-2"
      summary={
        <span>
          Request headers
          {headers.length > 0 && <span className="text-text-3"> · {headers.length}</span>}
        </span>
      }
    >
      <div className="p-1 pl-6">
        <HeaderFields
          headers={headers}
          onChange={(next) => setHeaders(chat, next)}
          faultOf={(name, value) => customHeaderFault(name, value, providerName)}
          note={`${HEADERS_NOTE[connection?.kind ?? 'local']} Evaluate sends these headers, image edits don't.`}
        />
      </div>
    </Disclosure>
  )
}
