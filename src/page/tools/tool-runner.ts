import { createToolRunner } from '../../core/tools/run-tools.ts'
import { cannedSource, snippetSource } from '../../core/tools/sources/local-sources.ts'
import { addToolSource } from '../../core/tools/sources/tool-sources.ts'
import { chat } from '../chat.ts'
import { runSnippetInWorker } from '../workers/snippet-client.ts'
import { cannedResults, toolSnippets } from './tool-answers.ts'

/** What runs the tools of this page's conversations. */
export const toolRunner = createToolRunner(chat)

addToolSource(chat.toolSources, cannedSource(cannedResults))
addToolSource(chat.toolSources, snippetSource(toolSnippets, runSnippetInWorker))
toolRunner.follow()
