import { offscreenCanvas } from './offscreen-canvas.ts'
import { createPageCodec } from './page-codec.ts'

/** Pictures by the canvas of a browser's worker. */
export const browserCodec = createPageCodec(offscreenCanvas)
