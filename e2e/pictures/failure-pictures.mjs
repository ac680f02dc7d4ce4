// @ts-check
import { failureScenes } from './failure-scenes.mjs'
import { reachScenes } from './reach-scenes.mjs'

/** The picture of each failure in docs/pictures, without its ending: "failure-402-payment-discovery". */
export const failurePictures = Object.entries({ ...failureScenes, ...reachScenes }).map(
  ([kind, scene]) => {
    const status = /^\d{3} /.exec(scene.title)?.[0].trim() ?? 'no-answer'
    return { kind, name: `failure-${status}-${kind.replaceAll('_', '-')}`, scene }
  },
)
