import { callEffect } from '../client/admission/call-effect.ts'
import type { ExploreSetup } from '../share/setup.ts'
import type { ShareTarget } from '../share/share-target.ts'
import { replaceDraft } from './draft.ts'
import { type Explore, effectInWords } from './explore.ts'
import { hasBody } from './read-draft.ts'

/** The call on the screen as a setup, and back: without files and responses. Applying sends nothing. */
export function createExploreShareTarget(explore: Explore): ShareTarget {
  return {
    current: () => current(explore),
    apply: (setup, _into, headers) => {
      if (setup.area === 'explore') {
        const { method, path, body = '', form } = setup
        const bodyAs = form === true ? 'form' : 'json'
        replaceDraft(explore, {
          method,
          path,
          body,
          bodyAs,
          accept: '',
          ...(headers === undefined ? {} : { headers }),
        })
      }
      return '/explore'
    },
    costInWords: async (setup) =>
      setup.area === 'explore' ? effectInWords(callEffect(setup.method, setup.path)) : undefined,
  }
}

function current({ draft: store }: Explore): ExploreSetup {
  const { method, path, body, bodyAs } = store.getState().draft
  const sendsBody = hasBody(method) && body !== ''
  return {
    area: 'explore',
    method,
    path,
    ...(sendsBody ? { body } : {}),
    ...(bodyAs === 'form' && hasBody(method) ? { form: true } : {}),
  }
}
