import { queryClientOf } from '../core/client/queries/connection-query.ts'
import { client } from './client.ts'

/** What this page has asked its APIs by itself; apart from the client, since the first screen does without. */
export const queryClient = queryClientOf(client)
