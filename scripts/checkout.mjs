// @ts-check
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout, absolute. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The built local service, absolute. */
export const serviceEntry = path.join(root, 'build/service/main.mjs')
