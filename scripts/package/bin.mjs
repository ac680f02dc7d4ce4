#!/usr/bin/env node
// @ts-check
/** `npx vendor-playground [flags]`: the built app and its service, in this very process. */
import { endWithNpm } from '../end-with-npm.mjs'
import { openWhenReady } from '../opener.mjs'

endWithNpm()
openWhenReady()
await import(new URL('../../build/service/main.mjs', import.meta.url).href)
