import { createExplore } from '../core/explore/explore.ts'
import { createExploreShareTarget } from '../core/explore/share-target.ts'
import { localText } from '../core/storage/db/browser-storage.ts'
import { client } from './client.ts'

/** Explore of this page: the call on the screen, and the one under way. */
export const explore = createExplore(client, localText)

/** What Share reads and changes of it. */
export const exploreShareTarget = createExploreShareTarget(explore)
