import { createSavedToolServers } from '../../core/storage/connection/saved-tool-servers.ts'
import { localText, sessionText } from '../../core/storage/db/browser-storage.ts'
import { createToolServers } from '../../core/tool-servers/tool-servers.ts'
import { createToolRunner } from '../../core/tools/run-tools.ts'
import { cannedSource, snippetSource } from '../../core/tools/sources/local-sources.ts'
import { addToolSource } from '../../core/tools/tool.ts'
import { chat } from '../chat.ts'
import { client } from '../client.ts'
import { sealedKey } from '../sealed-key.ts'
import { runSnippetInWorker } from '../workers/snippet-client.ts'
import { cannedResults, toolSnippets } from './tool-answers.ts'

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

/** What runs the tools of this page's conversations. */
export const toolRunner = createToolRunner(chat)

addToolSource(chat.toolSources, cannedSource(cannedResults))
addToolSource(chat.toolSources, snippetSource(toolSnippets, runSnippetInWorker))
toolRunner.follow()
