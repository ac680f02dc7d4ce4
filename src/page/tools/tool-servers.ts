import { createSavedToolServers } from '../../core/storage/connection/saved-tool-servers.ts'
import { localText, sessionText } from '../../core/storage/db/browser-storage.ts'
import { createToolServers } from '../../core/tool-servers/tool-servers.ts'
import { chat } from '../chat.ts'
import { client } from '../client.ts'
import { sealedKey } from '../sealed-key.ts'

/** The tool servers of this page. */
export const toolServers = createToolServers({
  client,
  saved: createSavedToolServers({ local: localText, session: sessionText, events: window }),
  sources: chat.toolSources,
  sealedCredential: ({ id, url }) => ({
    ...sealedKey({ id, baseUrl: url }),
    renew: () =>
      import('./renew-token.ts').then(
        ({ renewToken }) => renewToken({ origin: new URL(url).origin, connectionId: id }),
        () => false,
      ),
  }),
  // Without the code for it the result is there all the same.
  onCalled: (exchangeId) =>
    void import('../save-finished.ts').then(
      ({ saveFinished }) => saveFinished(exchangeId),
      () => undefined,
    ),
})
