import type { AppContext } from './app-environment.ts'
import { API_POLICY } from './data-policy.ts'

/** Rules of another server for its own pages, its cookies, and what its pages do next: not for our origin. */
const NOT_OURS =
  /^(?:set-cookie2?|refresh|clear-site-data|strict-transport-security|service-worker-allowed|x-frame-options|(?:permissions|feature|document)-policy|origin-agent-cluster|cross-origin-(?:opener|embedder)-policy|content-security-policy|.+-report-only|report-to|reporting-endpoints|nel|speculation-rules|alt-svc|accept-ch|critical-ch|(?:x-)?sourcemap)$/

const OURS = {
  'content-security-policy': API_POLICY,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** A response of another server, or a recorded one, under the rules of this origin whatever headers it has. */
export function passedBack(answer: (context: AppContext) => Promise<Response>) {
  return async (context: AppContext): Promise<Response> => {
    const response = await answer(context)
    const foreign = [...response.headers.keys()].filter((name) => NOT_OURS.test(name))
    for (const name of foreign) response.headers.delete(name)
    for (const [name, value] of Object.entries(OURS)) response.headers.set(name, value)
    return response
  }
}
